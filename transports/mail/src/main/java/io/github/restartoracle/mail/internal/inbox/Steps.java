package io.github.restartoracle.mail.internal.inbox;

/** Called before each step of the processing of a mail, so that a test can end the process there. */
@FunctionalInterface
interface Steps {
    Steps NONE = step -> {};

    void before(String step);
}
