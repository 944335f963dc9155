package io.github.restartoracle.harness.testbed;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.util.Objects;

/**
 * One pair of nodes and the link between them.
 *
 * @param name lower-case letters, digits and dashes; no other pair of the testbed has it
 * @param source what sends
 * @param destination what receives; the source knows it as the host {@link TestbedNode#peer()}
 * @param link the link without faults
 * @param schedule the faults; they must begin and end at whole seconds
 */
public record PairPlan(String name, NodeProgram source, NodeProgram destination, Link link, FaultSchedule schedule) {
    public PairPlan {
        if (!name.matches("[a-z0-9][a-z0-9-]*")) {
            throw new IllegalArgumentException(
                    "a pair's name has lower-case letters, digits and dashes, not \"" + name + "\"");
        }
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(destination, "destination");
        Objects.requireNonNull(link, "link");
        Objects.requireNonNull(schedule, "schedule");
    }

    NodeProgram program(Role role) {
        return role == Role.SOURCE ? source : destination;
    }

    String host(Role role) {
        return name + "-" + role;
    }
}
