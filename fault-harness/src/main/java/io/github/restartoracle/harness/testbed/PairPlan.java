package io.github.restartoracle.harness.testbed;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.util.Objects;
import java.util.Optional;

/**
 * One pair of nodes and the link between them.
 *
 * @param name lower-case letters, digits and dashes; no other pair of the testbed has it
 * @param source what sends
 * @param destination what receives; the source knows it as the host {@link TestbedNode#peer()}
 * @param link the link without faults
 * @param schedule the faults; they must begin and end at whole seconds
 * @param mail if present, each node has a mail server of its own, and the link lies between the two mail servers: a node
 *     reaches its own server whatever happens to the link, and see {@link TestbedNode#mailbox()}.
 */
public record PairPlan(
        String name,
        NodeProgram source,
        NodeProgram destination,
        Link link,
        FaultSchedule schedule,
        Optional<MailSettings> mail) {
    public PairPlan {
        if (!name.matches("[a-z0-9][a-z0-9-]*")) {
            throw new IllegalArgumentException(
                    "a pair's name has lower-case letters, digits and dashes, not \"" + name + "\"");
        }
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(destination, "destination");
        Objects.requireNonNull(link, "link");
        Objects.requireNonNull(schedule, "schedule");
        Objects.requireNonNull(mail, "mail");
    }

    /**
     * A pair without mail servers.
     *
     * @param name as above
     * @param source as above
     * @param destination as above
     * @param link as above
     * @param schedule as above
     */
    public PairPlan(String name, NodeProgram source, NodeProgram destination, Link link, FaultSchedule schedule) {
        this(name, source, destination, link, schedule, Optional.empty());
    }

    /**
     * This pair with mail servers.
     *
     * @param settings of both servers
     * @return the changed plan
     */
    public PairPlan withMail(MailSettings settings) {
        return new PairPlan(name, source, destination, link, schedule, Optional.of(settings));
    }

    NodeProgram program(Role role) {
        return role == Role.SOURCE ? source : destination;
    }

    String host(Role role) {
        return name + "-" + role;
    }
}
