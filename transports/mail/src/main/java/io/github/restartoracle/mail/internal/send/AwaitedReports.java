package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.mail.internal.inbox.DeliveryReport;
import io.github.restartoracle.mail.internal.inbox.ReportListener;
import io.github.restartoracle.mail.internal.mime.OutgoingMail;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The mails that a bus sent last, for the delivery reports that may come, by the random identifier that is their ENVID and the
 * left part of their Message-ID. A report counts only if it names one of them: no other party can guess the identifier. A
 * permanent failure is reported to the source of its attempt, or to the caller that waits for a response. The mails are
 * forgotten with the process; later reports are then ignored. Thread-safe.
 */
final class AwaitedReports implements ReportListener {
    static final int REMEMBERED = 10_000;

    private static final Logger LOG = Logs.of(AwaitedReports.class);

    /** RFC 3463, section 2; other text of a stranger is not shown. */
    private static final Pattern STATUS = Pattern.compile("[245]\\.\\d{1,3}\\.\\d{1,3}");

    /** A sent mail. The attempt is null if it belongs to none, the call if it begins none. */
    private record Sent(@Nullable Attempt attempt, @Nullable TwoWayCall call) {}

    private final Map<String, Sent> sent = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Sent> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** Adds a mail; must be called before it is sent, since a report can be quick. */
    synchronized void add(String envelopeId, @Nullable Attempt attempt, @Nullable TwoWayCall call) {
        sent.put(envelopeId, new Sent(attempt, call));
    }

    @Override
    public boolean reported(DeliveryReport report) {
        Sent mail = find(report);
        if (mail == null) {
            return false;
        }
        if (report.permanent()) {
            String status = STATUS.matcher(report.status()).matches() ? report.status() : "no status";
            LOG.warn("A mail was returned as undeliverable: {}", status);
            String reason = "the mail was returned as undeliverable: " + status;
            if (mail.attempt != null) {
                mail.attempt.undeliverable(reason);
            }
            if (mail.call != null) {
                mail.call.fail(new IOException(reason));
            }
        }
        return true;
    }

    private synchronized @Nullable Sent find(DeliveryReport report) {
        String envelopeId = report.envelopeId();
        String id = envelopeId != null ? envelopeId : OutgoingMail.envelopeIdIn(report.messageId());
        return id == null ? null : sent.get(id);
    }
}
