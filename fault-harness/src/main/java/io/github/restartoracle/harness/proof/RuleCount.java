package io.github.restartoracle.harness.proof;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Fault;

/**
 * What one fault did in one direction, as the injector's own counters have it.
 *
 * @param fault the fault as it was requested
 * @param direction {@link Direction#FORWARD} or {@link Direction#BACKWARD}
 * @param seen packets that came by while the fault was in force
 * @param dropped how many of these it took
 */
public record RuleCount(Fault fault, Direction direction, long seen, long dropped) {
    public RuleCount {
        if (direction == Direction.BOTH || dropped < 0 || seen < dropped) {
            throw new IllegalArgumentException("expected one direction and 0 <= dropped <= seen");
        }
    }
}
