package io.github.restartoracle.harness.testbed;

import java.util.Locale;

/** Which end of its pair a node is. */
public enum Role {
    /** The end that sends messages; when its program ends, the pair's run ends. */
    SOURCE,
    /** The end that receives them; it runs until it is told to stop by SIGTERM. */
    DESTINATION;

    Role other() {
        return this == SOURCE ? DESTINATION : SOURCE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
