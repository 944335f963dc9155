package io.github.restartoracle.harness.testbed;

import java.util.Locale;

/** The end of its pair at which a node is. */
public enum Role {
    /** The end that sends messages; when its program ends, the pair's run ends. */
    SOURCE,
    /** The end that receives messages; it runs until SIGTERM tells it to stop. */
    DESTINATION;

    Role other() {
        return this == SOURCE ? DESTINATION : SOURCE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
