package io.github.restartoracle.mail.internal.inbox;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A hostile mail of the corpus, and its expected outcome. */
final class MailCase {
    final int number;
    final String name;
    final List<byte[]> mails;
    final Set<MailOutcome> expected;
    /** The mail that comes after it. */
    byte[] good = Mails.good();

    Consumer<PollFixture> before = fixture -> {};
    Consumer<PollFixture> after = fixture -> {};

    private MailCase(int number, String name, List<byte[]> mails, Set<MailOutcome> expected) {
        this.number = number;
        this.name = name;
        this.mails = mails;
        this.expected = expected;
    }

    static MailCase of(int number, String name, MailOutcome expected, String mail) {
        return of(number, name, Set.of(expected), Mails.bytes(mail));
    }

    static MailCase of(int number, String name, MailOutcome expected, byte[] mail) {
        return of(number, name, Set.of(expected), mail);
    }

    /** Returns a case in which the last of the mails has the expected outcome; those before it are accepted. */
    static MailCase of(int number, String name, Set<MailOutcome> expected, byte[]... mails) {
        return new MailCase(number, name, List.of(mails), expected);
    }

    MailCase with(Consumer<PollFixture> settings) {
        before = settings;
        return this;
    }

    MailCase and(Consumer<PollFixture> check) {
        after = check;
        return this;
    }

    @Override
    public String toString() {
        return number + " " + name;
    }
}
