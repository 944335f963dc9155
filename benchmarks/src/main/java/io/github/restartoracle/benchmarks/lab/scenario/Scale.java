package io.github.restartoracle.benchmarks.lab.scenario;

import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Window;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The length and the number of the runs of a scenario. A smaller scale sends fewer messages and lets the first fault begin
 * sooner; faults that begin at 0 are not moved. In a disruption row only the messages that are hit differ from the rest, so
 * their mean ETT over fewer messages is larger: compare it with the closed form for its own number of messages, or with the
 * paper's value after {@link io.github.restartoracle.benchmarks.lab.results.PaperCell#rescaled rescaling}.
 */
public enum Scale {
    /** The scale of the file. The paper's scenarios have 2000 messages, the fault at 60 s, 10 runs over HTTP and 5 by mail. */
    PAPER(Integer.MAX_VALUE, Duration.ofNanos(Long.MAX_VALUE), Duration.ofNanos(Long.MAX_VALUE)),
    /** 300 messages, the fault at 20 s, disruptions of full length, 1 run: about 150 s and the time to drain. */
    QUICK(300, Duration.ofSeconds(20), Duration.ofNanos(Long.MAX_VALUE)),
    /** 100 messages, the fault at 5 s, disruptions of at most 30 s, 1 run: about 50 s. */
    DEMO(100, Duration.ofSeconds(5), Duration.ofSeconds(30)),
    /** 60 messages, the fault at 5 s, disruptions of at most 8 s, 1 run: about 30 s and the time to drain. */
    SMOKE(60, Duration.ofSeconds(5), Duration.ofSeconds(8));

    private final int maxMessages;
    private final Duration latestFault;
    private final Duration longestDisruption;

    Scale(int maxMessages, Duration latestFault, Duration longestDisruption) {
        this.maxMessages = maxMessages;
        this.latestFault = latestFault;
        this.longestDisruption = longestDisruption;
    }

    /**
     * {@return the scale of a name}
     *
     * @param name {@code paper}, {@code quick}, {@code demo} or {@code smoke}
     * @throws IllegalArgumentException for any other name
     */
    public static Scale of(String name) {
        for (Scale scale : values()) {
            if (scale.toString().equals(name)) {
                return scale;
            }
        }
        throw new IllegalArgumentException("scale = \"" + name + "\": expected paper, quick, demo or smoke");
    }

    /** {@return the number of runs of a cell with a transport, unless the user sets another} */
    public int runs(Transport transport) {
        if (this != PAPER) {
            return 1;
        }
        return transport == Transport.HTTP ? 10 : 5;
    }

    /** {@return a scenario at this scale, made of that in its file} */
    public Scenario apply(Scenario scenario) {
        Duration first = Stream.concat(
                        scenario.faults().faults().stream().map(Fault::at),
                        scenario.service().idle().map(Window::at))
                .filter(at -> !at.isZero())
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
        Duration sooner = first.compareTo(latestFault) > 0 ? first.minus(latestFault) : Duration.ZERO;
        FaultSchedule faults = new FaultSchedule(scenario.faults().faults().stream()
                .map(fault -> apply(fault, sooner))
                .toList());
        Scenario scaled = scenario.withMessages(Math.min(scenario.messages(), maxMessages))
                .withService(scenario.service().sooner(sooner))
                .withFaults(faults);
        // A shorter disruption is another experiment: its results must not appear under the name of the paper's.
        boolean shortened = !lengths(scaled).equals(lengths(scenario));
        return shortened ? scaled.withName(scenario.name() + "-cut-to-" + longestDisruption.toSeconds() + "s") : scaled;
    }

    private static List<Optional<Duration>> lengths(Scenario scenario) {
        return scenario.faults().faults().stream().map(Fault::lasting).toList();
    }

    /** Cuts disruptions and resets: they affect only the messages that they hit, while random loss affects all alike. */
    private Fault apply(Fault fault, Duration sooner) {
        Duration at = fault.at().isZero() ? fault.at() : fault.at().minus(sooner);
        Optional<Duration> lasting = fault.lasting()
                .map(length ->
                        fault.isOutage() && length.compareTo(longestDisruption) > 0 ? longestDisruption : length);
        return fault.with(new Window(at, lasting, fault.window().every()), fault.direction());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
