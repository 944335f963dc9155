package io.github.restartoracle.benchmarks.experiments;

import io.github.restartoracle.harness.fault.Fault;
import java.util.Map;
import java.util.TreeMap;

/** A scenario as a file has it. */
final class ScenarioNotation {
    private ScenarioNotation() {}

    static String of(Scenario scenario) {
        StringBuilder yaml = new StringBuilder();
        line(yaml, "name", scenario.name());
        line(yaml, "transport", scenario.transport());
        line(yaml, "messages", scenario.messages());
        line(yaml, "interval", scenario.interval());
        line(yaml, "payload-bytes", scenario.payloadBytes());
        line(yaml, "link", scenario.link().notation());
        line(yaml, "tcp", "{syn-timeout: " + scenario.synTimeout() + "}");
        if (!scenario.faults().faults().isEmpty()) {
            yaml.append("faults:\n");
            for (Fault fault : scenario.faults().faults()) {
                yaml.append("  - ").append(fault.notation()).append('\n');
            }
        }
        yaml.append("oracles:\n");
        scenario.oracles()
                .forEach(oracle -> yaml.append("  - ").append(oracle(oracle)).append('\n'));
        return yaml.toString();
    }

    private static void line(StringBuilder yaml, String key, Object value) {
        yaml.append(key).append(": ").append(value).append('\n');
    }

    private static String oracle(OracleSpec oracle) {
        Map<String, String> keys = new TreeMap<>();
        String section = oracle.name() + ".";
        oracle.properties().forEach((property, value) -> {
            keys.put(property.startsWith(section) ? property.substring(section.length()) : property, value);
        });
        StringBuilder text = new StringBuilder("{name: " + oracle.name());
        if (!oracle.label().equals(oracle.name())) {
            text.append(", label: ").append(oracle.label());
        }
        keys.forEach((key, value) -> text.append(", ").append(key).append(": ").append(value));
        return text.append('}').toString();
    }
}
