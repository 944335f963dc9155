package io.github.restartoracle.mail.smtp;

import jakarta.mail.AuthenticationFailedException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** What a failure means, from the stage and the reply rather than from the exception. */
final class Failures {
    private Failures() {}

    static SmtpException at(SmtpStage stage, @Nullable Reply reply, Throwable cause) {
        if (reply != null && reply.isFailure()) {
            return new SmtpException(
                    reply.outcome(stage), stage, reply.code(), reply.enhancedStatus(), reply.shown(), cause);
        }
        if (stage == SmtpStage.FINAL) {
            String reason = "no usable reply after the body; the relay may have the mail";
            return new SmtpException(SmtpOutcome.UNKNOWN, stage, 0, null, reason, cause);
        }
        if (stage == SmtpStage.TLS && isMisconfigured(cause)) {
            return new SmtpException(
                    SmtpOutcome.PERMANENT, stage, 0, null, "TLS handshake refused: " + message(cause), cause);
        }
        if (cause instanceof AuthenticationFailedException) {
            return new SmtpException(SmtpOutcome.PERMANENT, SmtpStage.LOGIN, 0, null, "no usable login method", cause);
        }
        return new SmtpException(SmtpOutcome.TEMPORARY, stage, 0, null, message(cause), cause);
    }

    /** A certificate or protocol that will not do tomorrow either, unlike a connection that broke. */
    private static boolean isMisconfigured(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException
                    || cause instanceof SSLPeerUnverifiedException
                    || (cause instanceof SSLHandshakeException && !isCutOff(cause))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCutOff(Throwable handshake) {
        Throwable cause = handshake.getCause();
        return cause instanceof java.io.EOFException || cause instanceof java.net.SocketException;
    }

    private static String message(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + ": " + new Reply(0, String.valueOf(root.getMessage())).shown();
    }
}
