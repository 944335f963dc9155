package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * All positions of one cell, one after the other over one link. Each position has a window of whole seconds in which every
 * connection loses the packet at that position. The intervals between exchanges are so long that none overlaps with another or
 * with the next window.
 */
final class PositionPlan {
    /**
     * The interval of exchanges: more than the longest exchange anywhere in the grid, which consists of 3 s for a SYN-ACK, the
     * slowest path, and a timeout.
     */
    static final Duration APART = Duration.ofSeconds(7);

    /**
     * The time from the opening of a window to its first exchange, because the clocks of the kernel and of the client may
     * differ a little.
     */
    private static final Duration FIRST = Duration.ofMillis(100);

    private PositionPlan() {}

    static String label(int position) {
        return "loss-at-" + position;
    }

    /**
     * Returns the plan of a cell.
     *
     * @param repeats exchanges at each position
     * @param apart between the beginnings of two exchanges, whole seconds
     */
    static LinkPlan of(PaperService service, PathKind path, int repeats, Duration apart) {
        List<ExchangePhase> phases = new ArrayList<>();
        FaultSchedule faults = FaultSchedule.none();
        Duration window = apart.multipliedBy(repeats);
        for (int position = 0; position <= service.packets(); position++) {
            Duration from = window.multipliedBy(position);
            phases.add(
                    new ExchangePhase(label(position), from, window, service.call(), new Paced(repeats, FIRST, apart)));
            if (position > 0) {
                faults = faults.and(
                        new PacketDrop(Window.once(from, Optional.of(window)), position, Direction.BACKWARD));
            }
        }
        String name = service.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + path.kbit() + "kbit-"
                + path.delayMillis() + "ms";
        return new LinkPlan(name, phases, path.link(), faults);
    }
}
