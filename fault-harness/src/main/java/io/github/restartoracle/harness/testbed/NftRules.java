package io.github.restartoracle.harness.testbed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.proof.RuleCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts a schedule to a ruleset of nftables for one receiving end of a link, and the counters of the ruleset to
 * {@link RuleCount}s.
 *
 * <p>Packets are dropped where they arrive: if they were dropped at OUTPUT, the local TCP would notice. The kernel's clock
 * opens and closes the rules ({@code meta time}). That is exact, while a command at the right moment is late by up to 0.2 s;
 * but it supports whole seconds only.
 */
final class NftRules {
    private static final String TABLE = "restart_oracle";
    private static final String TCP = "meta l4proto tcp ";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MILLION = 1_000_000;

    private final FaultSchedule schedule;
    private final Direction arriving;

    /** Makes the rules for packets that arrive at the destination (forward), or at the source (backward). */
    NftRules(FaultSchedule schedule, Direction arriving) {
        requireApplicable(schedule);
        this.schedule = schedule;
        this.arriving = arriving;
    }

    /** Throws an IllegalArgumentException if a fault begins or ends between two seconds. */
    static void requireApplicable(FaultSchedule schedule) {
        for (Fault fault : schedule.faults()) {
            requireWholeSeconds(fault, fault.at());
            fault.lasting().ifPresent(d -> requireWholeSeconds(fault, d));
            fault.window().every().ifPresent(d -> requireWholeSeconds(fault, d));
        }
    }

    private static void requireWholeSeconds(Fault fault, Duration duration) {
        if (duration.toNanosPart() != 0) {
            throw new IllegalArgumentException("the fault " + fault.notation()
                    + " cannot be applied in the IP layer: it must begin and end at whole seconds");
        }
    }

    /**
     * Returns the commands for {@code nft -f} that replace the former ruleset. A fault that repeats has a rule for each time
     * within the longest duration of the run.
     */
    String ruleset(String peer, long startEpochSecond, Duration length) {
        List<String> counters = new ArrayList<>();
        List<String> cuts = new ArrayList<>();
        List<String> resets = new ArrayList<>();
        List<String> drops = new ArrayList<>();
        List<String> losses = new ArrayList<>();
        for (int i = 0; i < schedule.faults().size(); i++) {
            Fault fault = schedule.faults().get(i);
            if (!fault.direction().overlaps(arriving)) {
                continue;
            }
            counters.add("counter f" + i + "_seen { }");
            counters.add("counter f" + i + "_dropped { }");
            String seen = "counter name f" + i + "_seen ";
            String dropped = "counter name f" + i + "_dropped ";
            for (String when : windows(fault, startEpochSecond, length)) {
                fault.match(
                        cut -> cuts.add(when + seen + dropped + "drop"),
                        loss -> losses.add(when + seen + "numgen random mod " + MILLION + " < "
                                + Math.round(loss.probability() * MILLION) + " " + dropped + "drop"),
                        // For connections opened by either end, the packet that arrives here is the k-th of its
                        // direction.
                        exact -> drops.addAll(List.of(
                                TCP + when + seen.strip(),
                                TCP + when + "ct direction original ct original packets " + exact.position() + " "
                                        + dropped + "drop",
                                TCP + when + "ct direction reply ct reply packets " + exact.position() + " " + dropped
                                        + "drop")),
                        // A reset is not answered with another one, and must arrive.
                        reset -> resets.add("tcp flags & rst == 0 " + when + seen + dropped + "reject with tcp reset"));
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add("add table inet " + TABLE);
        lines.add("delete table inet " + TABLE);
        lines.add("table inet " + TABLE + " {");
        lines.addAll(counters);
        // After connection tracking (-200), before all other chains.
        lines.add("chain arriving { type filter hook prerouting priority -150; policy accept;");
        lines.add("ip saddr != " + peer + " accept");
        List.of(cuts, resets, drops, losses).forEach(lines::addAll);
        lines.add("}");
        lines.add("}");
        return String.join("\n", lines) + "\n";
    }

    private static List<String> windows(Fault fault, long startEpochSecond, Duration length) {
        if (fault.window().every().isEmpty()) {
            return List.of(window(fault.at(), fault.lasting(), startEpochSecond));
        }
        return fault.window().until(length).stream()
                .map(span -> window(span.from(), fault.lasting(), startEpochSecond))
                .toList();
    }

    private static String window(Duration at, Optional<Duration> lasting, long startEpochSecond) {
        long from = startEpochSecond + at.toSeconds();
        return "meta time >= " + from + " "
                + lasting.map(d -> "meta time < " + (from + d.toSeconds()) + " ")
                        .orElse("");
    }

    /** Reads the output of {@code nft -j list counters}: one count for each fault whose rule is installed. */
    List<RuleCount> counts(String json) {
        Map<String, Long> packets = packets(json);
        List<RuleCount> counts = new ArrayList<>();
        for (int i = 0; i < schedule.faults().size(); i++) {
            Long seen = packets.get("f" + i + "_seen");
            Long dropped = packets.get("f" + i + "_dropped");
            if (seen != null && dropped != null) {
                // The two are read one after the other, so a packet may come in between.
                counts.add(new RuleCount(schedule.faults().get(i), arriving, Math.max(seen, dropped), dropped));
            }
        }
        return counts;
    }

    private static Map<String, Long> packets(String json) {
        Map<String, Long> packets = new HashMap<>();
        try {
            for (JsonNode entry : JSON.readTree(json).path("nftables")) {
                JsonNode counter = entry.path("counter");
                if (counter.has("name")) {
                    packets.put(
                            counter.path("name").asText(),
                            counter.path("packets").asLong());
                }
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("nft answered with something else than JSON: " + json, e);
        }
        return packets;
    }
}
