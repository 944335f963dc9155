package io.github.restartoracle.mail.internal.smtp;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A reply of the relay.
 *
 * @param code the three digits
 * @param lines the text of each line, without the code
 */
record Reply(int code, List<String> lines) {
    private static final Pattern ENHANCED = Pattern.compile("([245]\\.\\d{1,3}\\.\\d{1,3})(\\s.*|$)");
    private static final int SHOWN = 200;

    /** A full mailbox may be emptied; a message that is too large stays so (RFC 3463). */
    private static final String MAILBOX_FULL = "5.2.2";

    /** At RCPT 552 stands for a full mailbox, which RFC 5321, 4.5.3.1.10, treats as temporary. */
    private static final int EXCEEDED = 552;

    @Nullable
    String enhancedStatus() {
        Matcher matcher = ENHANCED.matcher(lines.get(0));
        return matcher.matches() ? matcher.group(1) : null;
    }

    boolean isSuccess() {
        return code >= 200 && code <= 299;
    }

    boolean isFailure() {
        return code >= 400 && code <= 599;
    }

    /** Returns the outcome of a failure; must not be called for a success. */
    SmtpOutcome outcome(SmtpStage stage) {
        if (code < 500) {
            return SmtpOutcome.TEMPORARY;
        }
        String status = enhancedStatus();
        boolean full = MAILBOX_FULL.equals(status) || (code == EXCEEDED && status == null && stage == SmtpStage.RCPT);
        return full ? SmtpOutcome.TEMPORARY : SmtpOutcome.PERMANENT;
    }

    /** Returns the reply for a log: one line, printable. */
    String shown() {
        String line = (code + " " + String.join(" ", lines)).strip().replaceAll("[^\\x20-\\x7E]+", " ");
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }
}
