package io.github.restartoracle.mail.internal.inbox;

import java.io.IOException;

/** The misbehaviour of a POP3 server of the corpus, and the expected result. */
record ServerCase(int number, String name, Course course) {
    /** Sets the server up, polls, and checks the result. */
    @FunctionalInterface
    interface Course {
        void run(PollFixture fixture) throws IOException;
    }

    @Override
    public String toString() {
        return number + " " + name;
    }
}
