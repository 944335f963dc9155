package io.github.restartoracle.benchmarks.lab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Ends a Maven build with the exit code of the laboratory. The laboratory has already printed the cause in one line, so this
 * class prints no further message.
 */
public final class BuildExit {
    private static final String FILE = "lab.outcome";

    private BuildExit() {}

    /** Ends this process with the exit code in a file if the laboratory did not end well. */
    public static void main(String[] args) throws IOException {
        int code = Integer.parseInt(Files.readString(Path.of(args[0])));
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Writes the exit code to the file in which the build looks for it, if a build runs the laboratory. */
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
