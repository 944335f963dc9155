package io.github.restartoracle.http;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Drops every packet from and to a port of this machine, like a link that is cut. Needs iptables and the right to use it. */
final class Cut implements AutoCloseable {
    private static final long SECONDS = 10;

    private final int port;
    private boolean active;

    Cut(int port) {
        this.port = port;
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
            List<String> rule = List.of(
                    "iptables",
                    "-w",
                    "5",
                    command,
                    "INPUT",
                    "-i",
                    "lo",
                    "-p",
                    "tcp",
                    side,
                    String.valueOf(port),
                    "-j",
                    "DROP");
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
