package io.github.restartoracle.mail.inbox;

/** Told before each step by which a mail goes on, so that a test can end the process there. */
@FunctionalInterface
interface Steps {
    Steps NONE = step -> {};

    void before(String step);
}
