package io.github.restartoracle.house;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.Locale;

/** A program that a test needs and that may be missing on a machine. */
public enum Needed {
    /** Cuts a link in the kernel; needs the right to use it as well. */
    IPTABLES("iptables cannot be used, so no link was cut"),
    /** Changes the clock of a process. */
    FAKETIME("libfaketime is not installed, so no clock has jumped");

    private final String consequence;

    Needed(String consequence) {
        this.consequence = consequence;
    }

    /**
     * Skips the test and says so if the program is not there, or fails it if the environment has {@code
     * RESTART_ORACLE_REQUIRE_NAME=true}.
     *
     * @param there true if it is
     */
    @SuppressWarnings("SystemOut") // to be seen without the reports
    public void orSkip(boolean there) {
        if (there) {
            return;
        }
        System.err.println("NOT TESTED: " + consequence);
        if ("true".equals(System.getenv("RESTART_ORACLE_REQUIRE_" + name().toUpperCase(Locale.ROOT)))) {
            fail(consequence);
        }
        abort(consequence);
    }
}
