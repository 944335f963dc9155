package io.github.restartoracle.benchmarks.lab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Ends a Maven build with the exit code of the laboratory, which has told in one line what went wrong: nothing follows it
 * on the console.
 */
public final class Outcome {
    private static final String FILE = "lab.outcome";

    private Outcome() {}

    /**
     * Ends this process if the laboratory did not end well.
     *
     * @param args the file that has its exit code
     * @throws IOException if the file cannot be read
     */
    public static void main(String[] args) throws IOException {
        int code = Integer.parseInt(Files.readString(Path.of(args[0])));
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Writes the exit code where the build looks for it, if a build runs the laboratory. */
    static int kept(int code) {
        String file = System.getProperty(FILE);
        if (file != null) {
            try {
                Files.writeString(Path.of(file), Integer.toString(code));
            } catch (IOException e) {
                System.err.println("Failed: " + e);
            }
        }
        return code;
    }
}
