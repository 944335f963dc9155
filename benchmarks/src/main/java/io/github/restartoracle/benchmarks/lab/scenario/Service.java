package io.github.restartoracle.benchmarks.lab.scenario;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.restartoracle.harness.fault.StrictYaml;
import io.github.restartoracle.harness.fault.Window;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The host of the destination between the arrival of a transmission, copies included, and its answer.
 *
 * @param stock true for a CXF without Restart Oracle, whose acknowledgements do not name the transmission that arrived
 * @param time the mean time it works on each transmission; 0 for no time
 * @param spread the distribution of these times
 * @param threads the number it works on at once, the others wait; 0 for all
 * @param limit the number of requests that it accepts at once, waiting ones included; it refuses the others with 503; 0 for
 *     none
 * @param stall the time in which it begins no work; empty for never
 * @param busy the time in which it refuses every request; empty for never
 * @param tlsFails the time in which handshakes fail and existing connections are closed, with HTTPS for all messages; empty for
 *     HTTP
 */
@RecordBuilder
public record Service(
        boolean stock,
        Duration time,
        Spread spread,
        int threads,
        int limit,
        Optional<Window> stall,
        Optional<Busy> busy,
        Optional<Window> tlsFails)
        implements ServiceBuilder.With {
    /** A service that answers every request at once. */
    public static final Service PROMPT =
            new Service(false, Duration.ZERO, Spread.NONE, 0, 0, Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * A refusal of requests with 503.
     *
     * @param window the time in which it holds
     * @param retryAfter the time after which the sender is told to try again, whole seconds; empty if it is not told
     */
    public record Busy(Window window, Optional<Duration> retryAfter) {
        public Busy {
            requireSeconds(retryAfter.orElse(null));
        }

        private static void requireSeconds(@Nullable Duration retryAfter) {
            if (retryAfter != null && (retryAfter.toSeconds() < 1 || retryAfter.toNanosPart() != 0)) {
                throw new IllegalArgumentException("retry-after: expected whole seconds, 1s or more");
            }
        }
    }

    /**
     * {@return the refusal in force at a time; empty if the service accepts requests}
     *
     * @param nanos since the start of the run
     */
    public Optional<Busy> busyAt(long nanos) {
        return busy.filter(refusal -> refusal.window().contains(nanos));
    }

    /**
     * {@return the end of the stall at a time, or the same time if the service does not stall then}
     *
     * @param nanos since the start of the run
     */
    public long nextBeginNanos(long nanos) {
        return stall.filter(window -> window.contains(nanos))
                .map(window -> window.at().plus(window.lasting().orElseThrow()).toNanos())
                .orElse(nanos);
    }

    /**
     * {@return true if handshakes fail at a time, so that no client can connect}
     *
     * @param nanos since the start of the run
     */
    public boolean tlsFailsAt(long nanos) {
        return tlsFails.filter(window -> window.contains(nanos)).isPresent();
    }

    /** Returns the times in which it accepts no request. */
    Stream<Window> idle() {
        return Stream.of(stall, busy.map(Busy::window), tlsFails).flatMap(Optional::stream);
    }

    /** Returns this service with all windows earlier. */
    Service sooner(Duration by) {
        return withStall(stall.map(window -> sooner(window, by)))
                .withBusy(busy.map(refusal -> new Busy(sooner(refusal.window(), by), refusal.retryAfter())))
                .withTlsFails(tlsFails.map(window -> sooner(window, by)));
    }

    private static Window sooner(Window window, Duration by) {
        return new Window(window.at().minus(by), window.lasting(), window.every());
    }

    /** The service in the form of a file. */
    record Entry(
            @Nullable Boolean stock,
            @Nullable Duration time,
            @Nullable Spread spread,
            @Nullable Integer threads,
            @Nullable Integer limit,
            @Nullable StallEntry stall,
            @Nullable BusyEntry busy,
            @Nullable StallEntry tlsFails) {
        record StallEntry(
                @Nullable Duration at,
                @JsonProperty("for") @Nullable Duration lasting) {
            @SuppressWarnings("UnusedMethod") // the file is read into it
            StallEntry {
                requireWindow(at, lasting);
            }
        }

        record BusyEntry(
                @Nullable Duration at,
                @JsonProperty("for") @Nullable Duration lasting,
                @Nullable Duration retryAfter) {
            @SuppressWarnings("UnusedMethod") // the file is read into it
            BusyEntry {
                requireWindow(at, lasting);
                Busy.requireSeconds(retryAfter);
            }
        }

        @SuppressWarnings("UnusedMethod") // the file is read into it
        Entry {
            requireCount("threads", threads);
            requireCount("limit", limit);
        }

        private static void requireCount(String key, @Nullable Integer count) {
            if (count != null && count < 0) {
                throw new IllegalArgumentException(
                        key + ": \"" + count + "\" cannot be used: expected a whole number, 0 or more");
            }
        }

        private static void requireWindow(@Nullable Duration at, @Nullable Duration lasting) {
            if (at == null || lasting == null || lasting.isZero()) {
                throw new IllegalArgumentException("expected at and for, such as {at: 60s, for: 30s}");
            }
        }

        Service service() {
            return new Service(
                    stock != null && stock,
                    time == null ? Duration.ZERO : time,
                    spread == null ? Spread.NONE : spread,
                    threads == null ? 0 : threads,
                    limit == null ? 0 : limit,
                    Optional.ofNullable(stall).map(entry -> window(entry.at(), entry.lasting())),
                    Optional.ofNullable(busy)
                            .map(entry -> new Busy(
                                    window(entry.at(), entry.lasting()), Optional.ofNullable(entry.retryAfter()))),
                    Optional.ofNullable(tlsFails).map(entry -> window(entry.at(), entry.lasting())));
        }

        private static Window window(@Nullable Duration at, @Nullable Duration lasting) {
            return Window.once(Objects.requireNonNull(at), Optional.ofNullable(lasting));
        }
    }

    /**
     * {@return the service of a text that {@link #notation} has written}
     *
     * @throws io.github.restartoracle.harness.fault.FormatException if it is another text
     */
    public static Service parse(String notation) {
        return StrictYaml.ofDefaults().read("service", notation, Entry.class).service();
    }

    /** {@return this service in the form of a scenario file: YAML on one line that reads back as an equal service} */
    public String notation() {
        List<String> entries = new ArrayList<>();
        if (stock) {
            entries.add("stock: true");
        }
        if (!time.isZero()) {
            entries.add("time: " + millis(time));
        }
        if (spread != Spread.NONE) {
            entries.add("spread: " + spread);
        }
        if (threads > 0) {
            entries.add("threads: " + threads);
        }
        if (limit > 0) {
            entries.add("limit: " + limit);
        }
        stall.ifPresent(window -> entries.add("stall: {" + times(window) + "}"));
        busy.ifPresent(refusal -> entries.add("busy: {" + times(refusal.window())
                + refusal.retryAfter()
                        .map(after -> ", retry-after: " + millis(after))
                        .orElse("") + "}"));
        tlsFails.ifPresent(window -> entries.add("tls-fails: {" + times(window) + "}"));
        return "{" + String.join(", ", entries) + "}";
    }

    private static String times(Window window) {
        return "at: " + millis(window.at())
                + window.lasting().map(lasting -> ", for: " + millis(lasting)).orElse("");
    }

    private static String millis(Duration duration) {
        return duration.toMillis() + "ms";
    }
}
