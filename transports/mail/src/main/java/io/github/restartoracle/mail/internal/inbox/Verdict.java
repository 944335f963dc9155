package io.github.restartoracle.mail.internal.inbox;

/** The kind of a mail, by its bytes. */
sealed interface Verdict {
    /** SOAP for a receiver here; the holder closes it. */
    record Soap(ReceivedMail mail) implements Verdict {}

    /** A report on the delivery of a mail, perhaps of this side. */
    record Report(DeliveryReport report) implements Verdict {}

    /** A mail that needs no action. */
    record Ignored(String reason) implements Verdict {}

    /** A mail for the quarantine. */
    record Unfit(String reason) implements Verdict {}
}
