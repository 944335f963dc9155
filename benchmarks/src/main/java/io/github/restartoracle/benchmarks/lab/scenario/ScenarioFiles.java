package io.github.restartoracle.benchmarks.lab.scenario;

import com.fasterxml.jackson.databind.module.SimpleModule;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.FormatException;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.StrictYaml;
import io.github.restartoracle.harness.testbed.Proxy;
import io.github.restartoracle.oracle.OracleCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads scenarios from YAML:
 *
 * <pre>
 * name: disruption-60s
 * transport: http              # http | mail; default http
 * connections: kept            # kept: as for users | per-attempt: the paper's setting; default kept, by mail per-attempt
 * proxy: nginx-http            # toxiproxy | haproxy-tcp | haproxy-http | nginx-stream | nginx-http: beside the client;
 *                              # over http on the testbed, default: none
 * dead-address: false          # true: the service has two addresses, the first dead; as proxy
 * messages: 2000
 * interval: 500ms
 * payload-bytes: 50            # default 50
 * link: {bandwidth: 1mbit, delay: 0ms, jitter: 0ms}   # default: an unlimited link
 * tcp: {syn-timeout: kernel}   # kernel | 3s; default kernel
 * service: {time: 200ms, spread: exponential, threads: 1, stall: {at: 60s, for: 30s},
 *   busy: {at: 60s, for: 20s, retry-after: 5s},       # over http; default: it answers at once
 *   tls-fails: {at: 60s, for: 10s}}                   # on the testbed: over HTTPS, whose handshakes fail for a time
 * faults:                      # default: none
 *   - {at: 60s, for: 60s, disrupt: both}
 * oracles:                     # default: the five of the paper's Table I
 *   - {name: fixed, timeout: 4s}
 *   - {name: fixed, timeout: 2s, label: fixed-2s}
 *   - {name: resilience4j}     # or outbox: a client without WS-RM; over http, not simulated
 * </pre>
 *
 * <p>Every value but {@code name} and {@code transport} may be a list, such as {@code loss: [0%, 1%]} or {@code timeout:
 * [1s, 2s, 4s]}: a sweep, whose every combination is run.
 *
 * <p>Thread-safe.
 */
public final class ScenarioFiles {
    private static final int PAYLOAD_BYTES = 50;
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    private final StrictYaml yaml;

    /** The keys of a file. A key that is absent is null. */
    private record Document(
            @Nullable String name,
            @Nullable Transport transport,
            @Nullable Connections connections,
            @Nullable Proxy proxy,
            @Nullable Boolean deadAddress,
            @Nullable Integer messages,
            @Nullable Duration interval,
            @Nullable Integer payloadBytes,
            @Nullable Link link,
            @Nullable Tcp tcp,
            Service.@Nullable Entry service,
            @Nullable FaultSchedule faults,
            @Nullable OracleSpecs oracles) {
        private record Tcp(@Nullable SynTimeout synTimeout) {}

        @SuppressWarnings("UnusedMethod") // the file is read into it
        Document {
            // Every value is checked here, so that StrictYaml finds the position of a wrong one.
            name = required("name", name);
            messages = required("messages", messages);
            interval = required("interval", interval);
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "name: \"" + name + "\" cannot be used: expected lower-case letters, digits and hyphens");
            }
            onlyOverHttp("service", transport, service);
            onlyOverHttp("proxy", transport, proxy);
            onlyOverHttp("dead-address", transport, deadAddress);
            if (oracles != null && oracles.list().stream().anyMatch(OracleSpec::isPlain)) {
                onlyOverHttp("oracles: " + String.join(", ", OracleSpec.PLAIN), transport, oracles);
            }
            if (proxy != null && deadAddress != null && deadAddress) {
                throw new IllegalArgumentException("dead-address: only without a proxy");
            }
            least("messages", messages, 1);
            least("payload-bytes", payloadBytes == null ? 0 : payloadBytes, 0);
            if (interval.isZero() || interval.isNegative()) {
                throw new IllegalArgumentException("interval: expected a duration of more than 0s");
            }
        }

        private static <T> T required(String key, @Nullable T value) {
            if (value == null) {
                throw new IllegalArgumentException(key + " is missing");
            }
            return value;
        }

        private static void onlyOverHttp(String key, @Nullable Transport transport, @Nullable Object value) {
            if (transport == Transport.MAIL && value != null) {
                throw new IllegalArgumentException(key + ": only with transport: http");
            }
        }

        private static void least(String key, int value, int least) {
            if (value < least) {
                throw new IllegalArgumentException(
                        key + ": \"" + value + "\" cannot be used: expected a whole number, " + least + " or more");
            }
        }

        Scenario scenario(Map<String, String> swept) {
            Transport carrier = transport == null ? Transport.HTTP : transport;
            Connections usual = carrier == Transport.HTTP ? Connections.KEPT : Connections.PER_ATTEMPT;
            Scenario base = new Scenario(
                    Objects.requireNonNull(name),
                    carrier,
                    connections == null ? usual : connections,
                    Optional.ofNullable(proxy),
                    deadAddress != null && deadAddress,
                    Objects.requireNonNull(messages),
                    Objects.requireNonNull(interval),
                    payloadBytes == null ? PAYLOAD_BYTES : payloadBytes,
                    link == null ? Link.ideal() : link,
                    tcp == null || tcp.synTimeout() == null ? SynTimeout.KERNEL : tcp.synTimeout(),
                    service == null ? Service.PROMPT : service.service(),
                    faults == null ? FaultSchedule.none() : faults,
                    oracles == null ? TableOne.oracles(carrier) : oracles.list(),
                    Map.of());
            return base.withParameters(swept);
        }
    }

    /** Creates a reader that finds the oracles on the class path. */
    public ScenarioFiles() {
        this(OracleCatalog.load());
    }

    ScenarioFiles(OracleCatalog catalog) {
        SimpleModule module = new SimpleModule("restart-oracle-scenarios");
        module.addDeserializer(OracleSpecs.class, new OracleSpecs.Reader(catalog));
        this.yaml = StrictYaml.of(module);
    }

    /**
     * {@return the scenario of a file, or each combination of a sweep}
     *
     * @throws FormatException if it cannot be used; the message names file, line, column, key and the expected value
     * @throws IOException if it cannot be read
     */
    public List<Scenario> read(Path file) throws IOException {
        return parse(file.toString(), Files.readString(file));
    }

    /**
     * {@return the scenario of a resource, or each combination of a sweep}
     *
     * @param owner the class in whose package it is
     * @param name its path relative to that class
     */
    public List<Scenario> resource(Class<?> owner, String name) {
        return parse(name, text(owner, name));
    }

    static String text(Class<?> owner, String name) {
        try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * {@return the scenario of a text, or each combination of a sweep}
     *
     * @param name its name in error messages
     * @param text a scenario
     * @throws FormatException as {@link #read(Path)}
     */
    public List<Scenario> parse(String name, String text) {
        Sweep sweep = Sweep.of(text);
        List<Scenario> scenarios = new ArrayList<>();
        for (Map<String, String> combination : sweep.combinations()) {
            Document document = yaml.read(name, text, Document.class, parser -> sweep.view(parser, combination));
            scenarios.add(document.scenario(sweep.named(combination)));
        }
        return List.copyOf(scenarios);
    }
}
