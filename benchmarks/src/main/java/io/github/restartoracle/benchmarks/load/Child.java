package io.github.restartoracle.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process of this program. It runs a main class, prints a line of numbers, possibly none, when it has finished a step, and
 * continues when it is asked to.
 */
final class Child implements AutoCloseable {
    private static final String MARK = "load:";

    private final Process process;
    private final BufferedReader output;

    Child(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx1g",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        this.process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Prints a line in the child. */
    @SuppressWarnings("SystemOut") // the pipe to the parent
    static void tell(double... numbers) {
        System.out.println(
                MARK + Arrays.stream(numbers).mapToObj(number -> " " + number).collect(Collectors.joining()));
        System.out.flush();
    }

    /** Waits in the child for the next question. Returns false when its work is over. */
    static boolean isAsked() throws IOException {
        int next = System.in.read();
        while (next >= 0 && next != '\n') {
            next = System.in.read();
        }
        return next >= 0;
    }

    /** Lets the child continue, and returns the next line that it prints. */
    double[] ask() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return hear();
    }

    /** Returns the next line that the child prints. */
    double[] hear() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(MARK)) {
                return Stream.of(line.split(" "))
                        .skip(1)
                        .mapToDouble(Double::parseDouble)
                        .toArray();
            }
        }
        throw new IOException("a process of the benchmark ended without its result, see its error output above");
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
