package io.github.restartoracle.mail.inbox;

/** What a mail is. */
sealed interface Verdict {
    /** SOAP for one of us; the holder closes it. */
    record Soap(ReceivedMail mail) implements Verdict {}

    /** A report on the delivery of a mail, perhaps of ours. */
    record Report(DeliveryReport report) implements Verdict {}

    /** Nothing to act on. */
    record Ignored(String reason) implements Verdict {}

    /** For the quarantine. */
    record Unfit(String reason) implements Verdict {}
}
