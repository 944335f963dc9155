package io.github.restartoracle.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Drops every packet from and to a port of this machine, on the link or before it leaves the machine. Needs iptables and the right
 * to use it.
 */
final class Cut implements AutoCloseable {
    private static final long SECONDS = 10;

    private final int port;
    private final List<String> place;
    private boolean active;

    private Cut(int port, String... place) {
        this.port = port;
        this.place = List.of(place);
    }

    Cut(int port) {
        this(port, "INPUT", "-i", "lo");
    }

    /** Drops packets before they leave: the kernel is told, as without a route. */
    static Cut beforeTheLink(int port) {
        return new Cut(port, "OUTPUT", "-o", "lo");
    }

    static boolean isPossible() {
        try {
            return run(List.of("iptables", "-w", "5", "-L", "INPUT", "-n"));
        } catch (IOException notInstalled) {
            return false;
        }
    }

    void begin() throws IOException {
        rules("-I");
        active = true;
    }

    void end() throws IOException {
        if (active) {
            rules("-D");
            active = false;
        }
    }

    private void rules(String command) throws IOException {
        for (String side : List.of("--dport", "--sport")) {
            List<String> rule = new ArrayList<>(List.of("iptables", "-w", "5", command));
            rule.addAll(place);
            rule.addAll(List.of("-p", "tcp", side, String.valueOf(port), "-j", "DROP"));
            if (!run(rule)) {
                throw new IOException("failed: " + String.join(" ", rule));
            }
        }
    }

    private static boolean run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        end();
    }
}
