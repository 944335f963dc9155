package io.github.restartoracle.benchmarks.lab.scenario;

import io.github.restartoracle.benchmarks.lab.theory.ConstantRate;
import io.github.restartoracle.benchmarks.lab.theory.Outages;
import io.github.restartoracle.benchmarks.lab.theory.Outages.Outage;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.Window;
import io.github.restartoracle.harness.testbed.Proxy;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One experiment. The constructor throws {@link IllegalArgumentException} for two oracles with one label.
 *
 * @param name lower-case letters, digits and hyphens; the reference values of the paper are found by it
 * @param transport the transport of the messages
 * @param connections the client's use of connections; by mail, tells if it otherwise has the defaults of the library
 * @param proxy a proxy beside the client; not by mail, and only on the testbed
 * @param deadAddress true if the name of the service has two addresses of which the first is dead; not by mail, and only on the
 *     testbed
 * @param messages 1 or more in each run
 * @param interval more than 0, between two messages; a message is due even if those before it have not arrived
 * @param payloadBytes 0 or more in the body of each message
 * @param link the properties of the link without faults
 * @param synTimeout the time after which TCP repeats a SYN
 * @param service the behaviour of the destination; by mail {@link Service#PROMPT}
 * @param faults counted from the time the first message is due
 * @param oracles 1 or more; each has separate runs
 * @param parameters the values by which it differs from others of its file, by key; empty unless it is part of a sweep
 */
@RecordBuilder
public record Scenario(
        String name,
        Transport transport,
        Connections connections,
        Optional<Proxy> proxy,
        boolean deadAddress,
        int messages,
        Duration interval,
        int payloadBytes,
        Link link,
        SynTimeout synTimeout,
        Service service,
        FaultSchedule faults,
        List<OracleSpec> oracles,
        Map<String, String> parameters)
        implements ScenarioBuilder.With {
    public Scenario {
        oracles = List.copyOf(oracles);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        Set<String> labels = new HashSet<>();
        for (OracleSpec oracle : oracles) {
            if (!labels.add(oracle.label())) {
                throw new IllegalArgumentException(
                        "oracles: two are called \"" + oracle.label() + "\"; give one of them a label");
            }
        }
    }

    /** {@return the name of the scenario with the transport before it unless that is HTTP, so that it is unique, for files} */
    public String title() {
        return transport == Transport.HTTP ? name : transport + "-" + name;
    }

    /** {@return true if each attempt opens a connection to the destination, so that TCP decides when the attempt arrives} */
    public boolean connectsPerAttempt() {
        return transport == Transport.HTTP && connections == Connections.PER_ATTEMPT;
    }

    /** {@return the messages and their times} */
    public ConstantRate workload() {
        return new ConstantRate(messages, interval);
    }

    /**
     * {@return the times in which no message can be completed: the disruptions and resets, and the times in which the service is
     * stalled or refuses every request} An outage of one direction counts: every message needs both.
     */
    public Outages outages() {
        Stream<Window> disruptions =
                faults.faults().stream().filter(Fault::isOutage).map(Fault::window);
        return new Outages(Stream.concat(disruptions, service.idle())
                .flatMap(this::outages)
                .toList());
    }

    /** {@return true if this needs a feature that only the testbed has: a proxy, a second address, or TLS} */
    public boolean onTestbedOnly() {
        return proxy.isPresent() || deadAddress || service.tlsFails().isPresent();
    }

    /**
     * {@return true if no message can arrive during the {@link #outages}} Over an existing connection a message can arrive while
     * only the way back is cut, and the number of such messages depends on the sender.
     */
    public boolean arrivesInNoOutage() {
        return transport == Transport.MAIL
                || connections == Connections.PER_ATTEMPT
                || faults.faults().stream()
                        .noneMatch(fault -> fault.isOutage() && fault.direction() == Direction.BACKWARD);
    }

    private Stream<Outage> outages(Window window) {
        if (window.every().isEmpty()) {
            Duration end = window.lasting().map(window.at()::plus).orElse(Duration.ofNanos(Long.MAX_VALUE));
            return Stream.of(new Outage(window.at(), end));
        }
        // Twice the sending time: faults that begin after the last message can still hit its restarts.
        return window.until(sending().multipliedBy(2)).stream().map(span -> new Outage(span.from(), span.to()));
    }

    /** {@return the time in which messages are due, without the time until the last acknowledgement} */
    public Duration sending() {
        return interval.multipliedBy(messages);
    }

    /** {@return the name of the sweep of which this scenario is a part: the name without the values of the parameters} */
    public String family() {
        String suffix = suffix(parameters);
        return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
    }

    /** Returns this scenario as a part of a sweep: its name contains the values. */
    @Override
    public Scenario withParameters(Map<String, String> swept) {
        return ScenarioBuilder.builder(this)
                .name(family() + suffix(swept))
                .parameters(swept)
                .build();
    }

    private static String suffix(Map<String, String> values) {
        StringBuilder suffix = new StringBuilder();
        values.forEach((key, value) ->
                suffix.append('-').append(plain(key)).append('-').append(plain(value)));
        return suffix.toString();
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT)
                .replace("%", "pct")
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
    }

    /**
     * {@return this scenario with the peer added to the oracles; this one if the first address is dead} The peer has its defaults
     * if connections are kept. Java's HTTP client, which the peer uses, tries only the first address of a host: if that is dead
     * the peer cannot even create a sequence.
     */
    public Scenario withPeer() {
        if (deadAddress) {
            return this;
        }
        List<OracleSpec> all = new ArrayList<>(oracles);
        all.add(connections == Connections.KEPT ? OracleSpec.CXF_AS_SHIPPED : OracleSpec.CXF);
        return withOracles(all);
    }

    /** {@return YAML that reads back as an equal scenario, unless it contains the peer, which a file cannot request} */
    public String notation() {
        StringBuilder yaml = new StringBuilder();
        line(yaml, "name", name);
        line(yaml, "transport", transport);
        line(yaml, "connections", connections);
        proxy.ifPresent(kind -> line(yaml, "proxy", kind));
        if (deadAddress) {
            line(yaml, "dead-address", deadAddress);
        }
        line(yaml, "messages", messages);
        line(yaml, "interval", interval);
        line(yaml, "payload-bytes", payloadBytes);
        line(yaml, "link", link.notation());
        line(yaml, "tcp", "{syn-timeout: " + synTimeout + "}");
        if (!service.equals(Service.PROMPT)) {
            line(yaml, "service", service.notation());
        }
        if (!faults.faults().isEmpty()) {
            yaml.append("faults:\n");
            faults.faults()
                    .forEach(fault ->
                            yaml.append("  - ").append(fault.notation()).append('\n'));
        }
        yaml.append("oracles:\n");
        oracles.forEach(oracle -> yaml.append("  - ").append(oracle.notation()).append('\n'));
        return yaml.toString();
    }

    private static void line(StringBuilder yaml, String key, Object value) {
        yaml.append(key).append(": ").append(value).append('\n');
    }
}
