package io.github.restartoracle.harness.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The process that made a container, as a label. With it a later process can find out if the maker is gone, and only then
 * remove the containers that it left. The scope (machine and process namespace) is part of it, since a process number has no
 * meaning elsewhere.
 *
 * @param scope the scope in which the process number is valid
 * @param pid the process number
 * @param startMillis the start of the process, milliseconds since 1970
 */
record Owner(String scope, long pid, long startMillis) {
    static final String LABEL = "io.github.restartoracle.owner";

    /** The kernel's start time is relative to a boot time in whole seconds, which may be corrected by one. */
    private static final long START_TOLERANCE_MILLIS = 2_000;

    static Owner current() {
        ProcessHandle self = ProcessHandle.current();
        return new Owner(currentScope(), self.pid(), start(self));
    }

    private static String currentScope() {
        try {
            // Both files exist on Linux. A Docker engine on another system serves only one machine.
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            return boot + "-"
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))
                            .toString()
                            .replaceAll("\\D", "");
        } catch (IOException notLinux) {
            return System.getProperty("os.name", "unknown").replaceAll("\\W", "_") + "-"
                    + Integer.toHexString(Objects.hash(System.getProperty("user.home")));
        }
    }

    private static long start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Tells if the process is known to be gone; false for a process of another scope, which cannot be known. */
    boolean gone() {
        return scope.equals(currentScope())
                && ProcessHandle.of(pid)
                        .filter(p -> Math.abs(start(p) - startMillis) <= START_TOLERANCE_MILLIS)
                        .isEmpty();
    }

    static Owner parse(String text) {
        List<String> parts = List.of(text.split("/", -1));
        if (parts.size() != 3) {
            throw new IllegalArgumentException("not an owner: " + text);
        }
        return new Owner(parts.get(0), Long.parseLong(parts.get(1)), Long.parseLong(parts.get(2)));
    }

    Map<String, String> labels() {
        return Map.of(LABEL, toString());
    }

    @Override
    public String toString() {
        return scope + "/" + pid + "/" + startMillis;
    }
}
