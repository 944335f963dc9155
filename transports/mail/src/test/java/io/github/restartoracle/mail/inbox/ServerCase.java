package io.github.restartoracle.mail.inbox;

import java.io.IOException;

/** What a POP3 server of the corpus does, and what must come of it. */
record ServerCase(int number, String name, Course course) {
    /** Sets the server up, polls, and looks at the result. */
    @FunctionalInterface
    interface Course {
        void run(PollFixture fixture) throws IOException;
    }

    @Override
    public String toString() {
        return number + " " + name;
    }
}
