package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.harness.inject.NetworkNamespace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The process of a demonstration. If the machine allows it, the process has its own network namespace, so that its links are
 * the kernel's and can be cut there. The output of libraries goes to a file, so that the console shows only the demonstration.
 */
public final class DemoProcess {
    private static final String NAMESPACE = "lab.namespace";

    private DemoProcess() {}

    /** Returns whether this process was started in a namespace. */
    static boolean inNamespace() {
        return Boolean.getBoolean(NAMESPACE);
    }

    /**
     * Runs a command as such a process.
     *
     * @param java the JVM and its flags, without a class path
     * @param program the arguments after the flags: the class path, the class and its arguments
     * @param log the file for the output of libraries
     * @param out receives a note on the kind of the links
     * @return the exit code
     * @throws IOException if the process cannot be started
     * @throws InterruptedException if this thread is interrupted
     */
    public static int run(List<String> java, List<String> program, Path log, PrintStream out)
            throws IOException, InterruptedException {
        Optional<String> obstacle = NetworkNamespace.obstacle();
        List<String> command = new ArrayList<>(java);
        if (obstacle.isEmpty()) {
            command.add("-D" + NAMESPACE + "=true");
        } else {
            out.println("The links are a model, since this machine cannot make a network namespace (" + obstacle.get()
                    + "): it accepts connections and acknowledges bytes also while it is cut, so that nobody can see there"
                    + " what canary sees on real links.");
        }
        command.addAll(program);
        Files.createDirectories(log.toAbsolutePath().getParent());
        Process process = new ProcessBuilder(obstacle.isEmpty() ? NetworkNamespace.command(command) : command)
                .inheritIO()
                .redirectError(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return process.waitFor();
    }
}
