package io.github.restartoracle.wsrm.recorder;

import io.github.restartoracle.ledger.TransmissionRecorder;
import io.github.restartoracle.ledger.TransmissionSummary;
import io.github.restartoracle.status.Delivery;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.runtime.Management;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.Bus;

/**
 * Counts the transmissions and the outcomes of the messages of a bus, by path. Installed in one line, on a bus that has a
 * restart oracle or with the feature:
 *
 * <pre>{@code
 * PathRecorder recorder = PathRecorder.install(bus);
 * feature.setListener(new PathRecorder());
 * }</pre>
 *
 * <p>Times are those of the source: from when a message was due to its acknowledgement. Unnecessary transmissions are
 * those made after the one that the destination echoes, and are known for messages that were sent once or echoed.
 *
 * <p>Peers choose the addresses to which an endpoint answers, so only the first {@value #MOST_PATHS} paths are counted
 * separately; further ones are counted together as {@link #OTHER}. Memory is bounded by that number, about 60 kB a path.
 *
 * <p>Thread-safe.
 */
public final class PathRecorder implements TransmissionListener {
    /** The maximum number of paths that are counted separately. */
    public static final int MOST_PATHS = 100;

    /** The digits of percentiles of a path. */
    public static final int DIGITS = 2;

    /** The name for all paths beyond {@value #MOST_PATHS}. */
    public static final PathName OTHER = new PathName("other", "other");

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final NanoClock clock = NanoClock.system();
    private final long startNanos = clock.nanoTime();
    private final Map<PathName, TransmissionRecorder> paths = new ConcurrentHashMap<>();

    /**
     * The name of a path.
     *
     * @param endpoint the service and port of the RM source
     * @param address the destination address
     */
    public record PathName(String endpoint, String address) {}

    /** A separate class, because a bus of Spring looks up extensions among the beans, which may include a recorder. */
    private record Installed(PathRecorder recorder) {}

    /** Creates a recorder that is not registered as a listener yet. */
    public PathRecorder() {}

    /**
     * Installs a recorder on the restart oracle of a bus, and shows it in JMX as {@code
     * org.apache.cxf:bus.id=ID,type=RestartOracleRecorder} if CXF's instrumentation is on.
     *
     * @param bus a bus with a restart oracle
     * @return the recorder of the bus; the one that is there already, if there is one
     * @throws IllegalStateException if the bus has no restart oracle
     */
    public static PathRecorder install(Bus bus) {
        synchronized (bus) {
            Installed present = bus.getExtension(Installed.class);
            if (present != null) {
                return present.recorder;
            }
            RestartOracle oracle = RestartOracle.of(bus);
            if (oracle == null) {
                throw new IllegalStateException("Bus " + bus.getId() + " has no restart oracle to listen to");
            }
            PathRecorder recorder = new PathRecorder();
            oracle.addListener(recorder);
            bus.setExtension(new Installed(recorder), Installed.class);
            Management.register(bus, new ManagedPathRecorder(bus, recorder), "The recorder");
            return recorder;
        }
    }

    @Override
    public void pathOpened(String endpoint, String address) {
        recorder(endpoint, address);
    }

    @Override
    public void delivered(Delivery delivery) {
        int unnecessary = delivery.attempts() == 1
                ? 0
                : delivery.arrivedAttempt() == 0 ? TransmissionRecorder.UNKNOWN : delivery.needlessRestarts();
        recorder(delivery.endpoint(), delivery.address())
                .delivered(
                        delivery.ettNanos() < 0 ? TransmissionRecorder.NO_TIME : delivery.ettNanos(),
                        delivery.attempts(),
                        unnecessary,
                        delivery.rttNanos() < 0 ? TransmissionRecorder.NO_TIME : delivery.rttNanos());
    }

    @Override
    public void lost(String endpoint, String address, String reason) {
        recorder(endpoint, address).lost(0);
    }

    private TransmissionRecorder recorder(String endpoint, String address) {
        return paths.computeIfAbsent(name(endpoint, address), path -> new TransmissionRecorder(DIGITS));
    }

    /**
     * Returns the name under which a path is counted. A few paths more than {@link #MOST_PATHS} are counted separately if
     * several threads open them at the same moment.
     */
    private PathName name(String endpoint, String address) {
        PathName name = new PathName(endpoint, address);
        return paths.containsKey(name) || paths.size() < MOST_PATHS ? name : OTHER;
    }

    /** {@return a copy of the map of all recorders, which go on counting} */
    public Map<PathName, TransmissionRecorder> paths() {
        return Map.copyOf(paths);
    }

    /**
     * Counts all paths together.
     *
     * @return the summary; its lost messages are calls that were lost before they had a sequence
     */
    public TransmissionSummary summary() {
        return total().summary();
    }

    /**
     * Counts each path.
     *
     * @return a summary for each path, by name
     */
    public Map<PathName, TransmissionSummary> summaries() {
        Map<PathName, TransmissionSummary> summaries = new LinkedHashMap<>();
        paths.forEach((name, recorder) -> summaries.put(name, recorder.summary()));
        return summaries;
    }

    /**
     * Writes the distribution of ETT so far in the HdrHistogram log format, one interval tagged {@code restart-oracle}.
     *
     * @param file ends in {@code .hlog} for the tools that read it; replaced if it is there
     * @throws IOException if it cannot be written
     */
    public void writeHistogramLog(Path file) throws IOException {
        Files.writeString(file, histogramLog());
    }

    /**
     * Returns the distribution of ETT so far in the HdrHistogram log format, one interval tagged {@code restart-oracle}.
     *
     * @return the content of an {@code .hlog} file
     */
    public String histogramLog() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        total().writeHistogramLog(out, "restart-oracle", (clock.nanoTime() - startNanos) / NANOS_PER_MILLI);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private TransmissionRecorder total() {
        TransmissionRecorder total = new TransmissionRecorder(DIGITS);
        paths.values().forEach(total::add);
        return total;
    }
}
