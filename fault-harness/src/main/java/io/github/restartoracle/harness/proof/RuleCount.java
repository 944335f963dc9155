package io.github.restartoracle.harness.proof;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Fault;

/**
 * The counters of one fault in one direction, as the injector recorded them.
 *
 * @param fault the fault as it was requested
 * @param direction {@link Direction#FORWARD} or {@link Direction#BACKWARD}
 * @param seen packets that came by while the fault was in force
 * @param dropped the number of these that it took
 */
public record RuleCount(Fault fault, Direction direction, long seen, long dropped) {
    public RuleCount {
        if (direction == Direction.BOTH || dropped < 0 || seen < dropped) {
            throw new IllegalArgumentException("expected one direction and 0 <= dropped <= seen");
        }
    }
}
