package io.github.restartoracle.mail.internal.mime;

import io.github.restartoracle.mail.internal.account.MailLimits;
import java.io.IOException;
import java.io.InputStream;

/**
 * Checks the bytes of a mail before they are parsed, in constant memory: the size of its header, and line ends and characters
 * that two readers could understand differently (RFC 5322, section 2.2 and 2.3).
 */
public final class RawCheck {
    private static final int CHUNK = 8 << 10;

    private final MailLimits limits;
    private boolean inHeader = true;
    private long headerOctets;
    private int fields;
    private int lineOctets;
    private boolean colon;
    private int previous;

    private RawCheck(MailLimits limits) {
        this.limits = limits;
    }

    /**
     * Checks a mail.
     *
     * @param mail its octets; read to the end, not closed
     * @param limits bounds of the header
     * @throws UnfitMailException if the mail is not taken
     * @throws IOException if the octets cannot be read
     */
    public static void check(InputStream mail, MailLimits limits) throws IOException, UnfitMailException {
        RawCheck check = new RawCheck(limits);
        byte[] chunk = new byte[CHUNK];
        for (int read = mail.read(chunk); read >= 0; read = mail.read(chunk)) {
            for (int i = 0; i < read; i++) {
                check.octet(chunk[i]);
            }
        }
        if (check.previous == '\r') {
            throw new UnfitMailException("a line ends in CR alone");
        }
        if (check.fields == 0) {
            throw new UnfitMailException("no header");
        }
    }

    private void octet(int octet) throws UnfitMailException {
        if (octet == 0) {
            throw new UnfitMailException("a NUL octet");
        }
        if ((previous == '\r') != (octet == '\n')) {
            throw new UnfitMailException(octet == '\n' ? "a line ends in LF alone" : "a line ends in CR alone");
        }
        if (inHeader) {
            header(octet);
        }
        previous = octet;
    }

    private void header(int octet) throws UnfitMailException {
        if (++headerOctets > limits.headerBytes()) {
            throw new UnfitMailException("the header is larger than " + limits.headerBytes() + " octets");
        }
        if (octet == '\n') {
            endOfLine();
        } else if (octet != '\r') {
            if (lineOctets++ == 0) {
                startOfLine(octet);
            }
            colon |= octet == ':';
        }
    }

    private void startOfLine(int octet) throws UnfitMailException {
        boolean folded = octet == ' ' || octet == '\t';
        if (folded && fields == 0) {
            throw new UnfitMailException("the header begins with a continuation line");
        }
        if (!folded) {
            colon = false;
            if (++fields > limits.headerCount()) {
                throw new UnfitMailException("more than " + limits.headerCount() + " header fields");
            }
        }
    }

    private void endOfLine() throws UnfitMailException {
        if (lineOctets == 0) {
            inHeader = false;
        } else if (!colon) {
            throw new UnfitMailException("a header line without a colon");
        }
        lineOctets = 0;
    }
}
