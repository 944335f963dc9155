package io.github.restartoracle.mail.internal.account;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One mailbox: the addr-spec of RFC 5322, section 3.4.1, with a dot-atom on the left and a host name on the right.
 * Quoted local parts, domain literals, comments, display names and non-ASCII characters are refused, so that an address
 * fits into an SMTP command and a header as it is. Immutable; equal if the local parts are equal, and the domains are but
 * for case.
 *
 * @param localPart 1 to 64 characters before the {@code @}
 * @param domain at most 253 characters after it, in lower case
 */
public record MailAddress(String localPart, String domain) {
    /** The scheme of mail addresses, in lower case and with its colon. */
    public static final String SCHEME = "mailto:";

    private static final int MAX_LOCAL_PART = 64;
    private static final int MAX_DOMAIN = 253;
    /** The maximum length, reached if every character is percent-encoded. */
    private static final int MAX_URI = SCHEME.length() + 3 * (MAX_LOCAL_PART + 1 + MAX_DOMAIN);

    private static final Pattern LOCAL_PART =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*");
    private static final String LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final Pattern DOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    /** The characters that may stand unencoded in a local part (RFC 6068, section 2). */
    private static final String PLAIN = "!$'*+-._~";

    public MailAddress {
        if (localPart.length() > MAX_LOCAL_PART
                || !LOCAL_PART.matcher(localPart).matches()) {
            throw new MailAddressException("the part before the @ must be 1 to 64 ASCII letters, digits and"
                    + " !#$%&'*+-/=?^_`{|}~ with single dots between them");
        }
        if (domain.length() > MAX_DOMAIN || !DOMAIN.matcher(domain).matches()) {
            throw new MailAddressException(
                    "the part after the @ must be a host name: labels of ASCII letters, digits and hyphens");
        }
        domain = domain.toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether a URI is meant as a mail address.
     *
     * @param uri any URI
     * @return true if its scheme is {@code mailto}, in any case
     */
    public static boolean isMailUri(String uri) {
        return uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /**
     * Parses a {@code mailto:} URI.
     *
     * @param uri one percent-encoded address; the scheme in any case. Header fields ({@code ?subject=...}) are refused: a
     *     peer's endpoint reference must not write into our mails
     * @throws MailAddressException if it is something else
     */
    public static MailAddress ofUri(String uri) {
        if (!isMailUri(uri)) {
            throw new MailAddressException("not a mailto: URI");
        }
        if (uri.length() > MAX_URI) {
            throw new MailAddressException("too long: " + uri.length() + " characters");
        }
        String encoded = uri.substring(SCHEME.length());
        if (encoded.indexOf('?') >= 0) {
            throw new MailAddressException("header fields (?...) are not allowed in a mailto: URI");
        }
        if (encoded.indexOf('#') >= 0) {
            throw new MailAddressException("a fragment (#...) is not allowed in a mailto: URI");
        }
        return of(decode(encoded));
    }

    /**
     * Parses an address as it stands in a mail.
     *
     * @param address such as {@code orders@example.org}
     * @throws MailAddressException if it is not exactly one address
     */
    public static MailAddress of(String address) {
        for (int i = 0; i < address.length(); i++) {
            char c = address.charAt(i);
            if (c <= ' ' || c >= 0x7F) {
                throw new MailAddressException(
                        String.format(Locale.ROOT, "character U+%04X is not allowed in an address", (int) c));
            }
        }
        int at = address.indexOf('@');
        if (at < 0) {
            throw new MailAddressException("no @ in the address");
        }
        if (at != address.lastIndexOf('@') || address.indexOf(',') >= 0 || address.indexOf(';') >= 0) {
            throw new MailAddressException("more than one address");
        }
        return new MailAddress(address.substring(0, at), address.substring(at + 1));
    }

    private static String decode(String encoded) {
        StringBuilder decoded = new StringBuilder(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '%') {
                if (i + 2 >= encoded.length()
                        || !HexFormat.isHexDigit(encoded.charAt(i + 1))
                        || !HexFormat.isHexDigit(encoded.charAt(i + 2))) {
                    throw new MailAddressException("a % must be followed by two hexadecimal digits");
                }
                c = (char) HexFormat.fromHexDigits(encoded, i + 1, i + 3);
                i += 2;
            }
            decoded.append(c);
        }
        return decoded.toString();
    }

    /**
     * Returns this address as a URI.
     *
     * @return {@code mailto:} and the address, percent-encoded where needed; {@link #ofUri} parses it
     */
    public String toUri() {
        StringBuilder uri = new StringBuilder(SCHEME);
        for (byte b : localPart.getBytes(StandardCharsets.US_ASCII)) {
            char c = (char) b;
            if (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0) {
                uri.append(c);
            } else {
                uri.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return uri.append('@').append(domain).toString();
    }

    /**
     * Returns the address as it stands in a mail.
     *
     * @return such as {@code orders@example.org}
     */
    @Override
    public String toString() {
        return localPart + "@" + domain;
    }
}
