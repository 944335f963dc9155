package io.github.restartoracle.harness.inject;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A separate network for a process, with only a loopback interface. An ordinary user of Linux can make one ({@code unshare}),
 * and has all rights in it: its links can be cut in the kernel ({@link KernelLink}) without root, without containers, and
 * without effect on the rest of the machine. Ports of a namespace cannot be reached from outside.
 */
public final class NetworkNamespace {
    private static final long SECONDS = 10;

    /** A trial of all that a {@link KernelLink} needs, on an address of its own. */
    private static final String TRIAL =
            "printf '*filter\\n-A INPUT -i lo -d 127.0.0.2 -p tcp -m statistic --mode random"
                    + " --probability 0.5 -j DROP\\n-A INPUT -i lo -d 127.0.0.2 -p tcp -j REJECT --reject-with tcp-reset\\nCOMMIT\\n'"
                    + " | iptables-restore -n -w 5 && iptables-save -c > /dev/null";

    private NetworkNamespace() {}

    /**
     * {@return the reason why this machine cannot run a process in a namespace with links that fail, on one line; empty if
     * it can}
     */
    public static Optional<String> obstacle() {
        try {
            Process process = new ProcessBuilder(command(List.of("sh", "-c", TRIAL)))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of("unshare did not answer for " + SECONDS + " s");
            }
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of(
                            said.lines().findFirst().orElse("unshare or iptables ended with " + process.exitValue()));
        } catch (IOException notThere) {
            return Optional.of("unshare cannot be run, which is of util-linux");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    /**
     * {@return a command that runs another in a namespace of its own, as the user's own root, with the loopback interface up}
     *
     * @param command a program and its arguments
     */
    public static List<String> command(List<String> command) {
        List<String> all =
                new ArrayList<>(List.of("unshare", "-rn", "sh", "-c", "ip link set lo up && exec \"$0\" \"$@\""));
        all.addAll(command);
        return all;
    }
}
