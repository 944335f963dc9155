package io.github.restartoracle.harness.proof;

import io.github.restartoracle.harness.fault.Direction;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A steady flow of small packets in one direction, as recorded at both ends. Packets are ordered by the time at which they were
 * sent, so a late receiver has no effect, and a sender that stalls widens a gap's edges instead of moving them.
 *
 * @param direction {@link Direction#FORWARD} or {@link Direction#BACKWARD}
 * @param gaps runs of lost packets, in order of time
 * @param marks the numbers of packets that were sent and received up to some moments, in order of time
 */
public record ProbeFlow(Direction direction, List<Gap> gaps, List<Mark> marks) {
    /**
     * A run of lost packets; all times since the start of the run.
     *
     * @param startEarliest the time at which the last packet that arrived before it was sent
     * @param startLatest the time by which the first lost one was sent
     * @param endEarliest the time at which the last lost one was sent
     * @param endLatest the time at which the first one that arrived after it was sent
     * @param lost the number of packets lost
     */
    public record Gap(
            Duration startEarliest, Duration startLatest, Duration endEarliest, Duration endLatest, long lost) {
        Duration length() {
            return endEarliest.minus(startEarliest);
        }
    }

    /**
     * A moment of the flow.
     *
     * @param at the time at which the packet was sent, since the start of the run
     * @param number the packet's number
     * @param received the number of packets that had arrived with it
     */
    public record Mark(Duration at, long number, long received) {}

    /** Packets sent and lost within a part of the run. */
    record Share(long lost, long sent) {}

    public ProbeFlow {
        gaps = List.copyOf(gaps);
        marks = List.copyOf(marks);
    }

    /** Returns the longest run of losses that touches a window. */
    Optional<Gap> longestGap(Duration from, Duration to) {
        return gaps.stream()
                .filter(g ->
                        g.startEarliest().compareTo(to) < 0 && g.endLatest().compareTo(from) > 0)
                .max(Comparator.comparing(Gap::length));
    }

    /** Returns the losses between the first and the last mark within a window. */
    Share share(Duration from, Duration to) {
        List<Mark> inside = marks.stream()
                .filter(m -> m.at().compareTo(from) >= 0 && m.at().compareTo(to) < 0)
                .toList();
        if (inside.size() < 2) {
            return new Share(0, 0);
        }
        Mark first = inside.get(0);
        Mark last = inside.get(inside.size() - 1);
        long sent = last.number() - first.number();
        return new Share(sent - (last.received() - first.received()), sent);
    }
}
