package io.github.restartoracle.benchmarks.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The destination in its container: {@code DestinationNode DIRECTORY RUN ADDRESS}. Writes {@code arrivals.csv} and, at the
 * end, {@code duplicates}, into the directory.
 */
public final class DestinationNode {
    /** The file of arrivals. */
    public static final String ARRIVALS = "arrivals.csv";
    /** The file with the number of excess copies that the application got. */
    public static final String DUPLICATES = "duplicates";

    private static final Duration LONGEST_RUN = Duration.ofHours(2);

    private DestinationNode() {}

    /**
     * Runs until it is told to stop.
     *
     * @param args the directory, the name of the run, the address to listen on
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        Rendezvous rendezvous = new Rendezvous(directory);
        try (DestinationEnd end = new DestinationEnd(args[2], args[1], directory.resolve(ARRIVALS))) {
            rendezvous.put(Rendezvous.READY, "");
            rendezvous.await(Rendezvous.STOP, LONGEST_RUN);
            end.flush();
            rendezvous.put(DUPLICATES, Integer.toString(end.duplicatesDelivered()));
            rendezvous.put(Rendezvous.DONE, Integer.toString(end.delivered()));
        } catch (IOException | RuntimeException e) {
            rendezvous.put(Rendezvous.FAILED, e.toString());
            throw e;
        }
    }
}
