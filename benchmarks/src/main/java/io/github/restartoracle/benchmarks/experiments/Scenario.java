package io.github.restartoracle.benchmarks.experiments;

import io.github.restartoracle.benchmarks.theory.Outages;
import io.github.restartoracle.benchmarks.theory.Outages.Outage;
import io.github.restartoracle.benchmarks.theory.Workload;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One experiment. The constructor throws {@link IllegalArgumentException} for values out of range and for two oracles
 * with one label.
 *
 * @param name lower-case letters, digits and hyphens; the reference values of the paper are found by it
 * @param transport what carries the messages
 * @param messages 1 or more in each run
 * @param interval more than 0, between two messages; a message is due whatever happened to those before it
 * @param payloadBytes 0 or more in the body of each message
 * @param link what the link is like without faults
 * @param synTimeout when TCP repeats a SYN
 * @param faults counted from the time the first message is due
 * @param oracles 1 or more; each gets runs of its own
 */
public record Scenario(
        String name,
        Transport transport,
        int messages,
        Duration interval,
        int payloadBytes,
        Link link,
        SynTimeout synTimeout,
        FaultSchedule faults,
        List<OracleSpec> oracles) {
    static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    public Scenario {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name: expected lower-case letters, digits and hyphens, was \"" + name + "\"");
        }
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(link, "link");
        Objects.requireNonNull(synTimeout, "synTimeout");
        Objects.requireNonNull(faults, "faults");
        Objects.requireNonNull(interval, "interval");
        if (messages < 1 || payloadBytes < 0 || interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("messages and interval must be more than 0, payload-bytes 0 or more");
        }
        oracles = List.copyOf(oracles);
        Set<String> labels = new HashSet<>();
        for (OracleSpec oracle : oracles) {
            if (!labels.add(oracle.label())) {
                throw new IllegalArgumentException(
                        "oracles: two are called \"" + oracle.label() + "\"; give one of them a label");
            }
        }
        if (oracles.isEmpty()) {
            throw new IllegalArgumentException("oracles: expected at least one");
        }
    }

    /**
     * The name of the scenario among those of all transports, for files: the same scenario is there for several.
     *
     * @return the name, with the transport before it unless that is HTTP
     */
    public String title() {
        return transport == Transport.HTTP ? name : transport + "-" + name;
    }

    /**
     * How the messages are sent.
     *
     * @return number and interval
     */
    public Workload workload() {
        return new Workload(messages, interval);
    }

    /**
     * When no message can get through. A disruption of one direction counts: every message needs both.
     *
     * @return the disruptions
     */
    public Outages outages() {
        return new Outages(faults.all(Disruption.class)
                .map(d -> new Outage(d.at(), d.lasting().map(d.at()::plus).orElse(Duration.ofNanos(Long.MAX_VALUE))))
                .toList());
    }

    /**
     * From the first message to the last.
     *
     * @return the time in which messages are due, without the time until the last acknowledgement
     */
    public Duration sending() {
        return interval.multipliedBy(messages);
    }

    /**
     * This scenario with other numbers.
     *
     * @param otherMessages 1 or more
     * @param otherFaults the faults
     * @return the changed scenario
     */
    public Scenario with(int otherMessages, FaultSchedule otherFaults) {
        return new Scenario(
                name, transport, otherMessages, interval, payloadBytes, link, synTimeout, otherFaults, oracles);
    }

    /**
     * This scenario with another SYN timer.
     *
     * @param other when TCP repeats a SYN
     * @return the changed scenario
     */
    public Scenario with(SynTimeout other) {
        return new Scenario(name, transport, messages, interval, payloadBytes, link, other, faults, oracles);
    }

    /**
     * This scenario as a file has it.
     *
     * @return YAML that reads back as an equal scenario, unless the peer takes part, which no file can ask for
     */
    public String notation() {
        return ScenarioNotation.of(this);
    }

    Scenario named(String otherName) {
        return new Scenario(otherName, transport, messages, interval, payloadBytes, link, synTimeout, faults, oracles);
    }

    /**
     * This scenario with the peer beside the oracles.
     *
     * @return the changed scenario
     */
    public Scenario withPeer() {
        List<OracleSpec> all = new ArrayList<>(oracles);
        all.add(OracleSpec.CXF);
        return new Scenario(name, transport, messages, interval, payloadBytes, link, synTimeout, faults, all);
    }
}
