package io.github.restartoracle.mail.internal.inbox;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** The number of mails and sessions with each outcome. Thread-safe. */
@SuppressWarnings("EnumOrdinal") // the index of an array that lives as long as the process
final class Tally {
    private final LongAdder[] counts = new LongAdder[MailOutcome.values().length];

    Tally() {
        Arrays.setAll(counts, i -> new LongAdder());
    }

    void add(MailOutcome outcome) {
        counts[outcome.ordinal()].increment();
    }

    long of(MailOutcome outcome) {
        return counts[outcome.ordinal()].sum();
    }
}
