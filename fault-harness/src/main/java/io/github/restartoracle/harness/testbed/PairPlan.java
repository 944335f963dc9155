package io.github.restartoracle.harness.testbed;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.util.Optional;

/**
 * One pair of nodes and the link between them.
 *
 * @param name lower-case letters, digits and dashes; no other pair that runs at the same time in a testbed has it
 * @param source the program that sends
 * @param destination the program that receives; the source knows it as the host {@link TestbedNode#peer()}
 * @param link the link without faults
 * @param schedule the faults; they must begin and end at whole seconds
 * @param mail if present, each node has a mail server of its own, and the link lies between the two mail servers: a node
 *     reaches its own server even if the link fails; see {@link TestbedNode#mailbox()}
 * @param proxy if present, the source reaches a port of the destination through a proxy beside itself, which it knows as
 *     {@link TestbedNode#peer()}
 * @param deadAddress true if the name of the destination has two addresses for the source, of which the first is dead: packets
 *     to it are dropped
 */
public record PairPlan(
        String name,
        NodeProgram source,
        NodeProgram destination,
        Link link,
        FaultSchedule schedule,
        Optional<MailServerSettings> mail,
        Optional<Relay> proxy,
        boolean deadAddress) {
    /** A proxy and the port that it relays. */
    public record Relay(Proxy proxy, int port) {}

    public PairPlan {
        if (!name.matches("[a-z0-9][a-z0-9-]*")) {
            throw new IllegalArgumentException(
                    "a pair's name has lower-case letters, digits and dashes, not \"" + name + "\"");
        }
    }

    /**
     * Creates a plan without mail servers and proxy, and without a dead address.
     *
     * @param name lower-case letters, digits and dashes
     * @param source the program that sends
     * @param destination the program that receives
     * @param link the link without faults
     * @param schedule the faults
     */
    public PairPlan(String name, NodeProgram source, NodeProgram destination, Link link, FaultSchedule schedule) {
        this(name, source, destination, link, schedule, Optional.empty(), Optional.empty(), false);
    }

    /**
     * {@return this plan with mail servers}
     *
     * @param settings the settings of both servers
     */
    public PairPlan withMail(MailServerSettings settings) {
        return new PairPlan(name, source, destination, link, schedule, Optional.of(settings), proxy, deadAddress);
    }

    /**
     * {@return this plan with a proxy}
     *
     * @param kind the program
     * @param port the port of the destination
     */
    public PairPlan withProxy(Proxy kind, int port) {
        Relay relay = new Relay(kind, port);
        return new PairPlan(name, source, destination, link, schedule, mail, Optional.of(relay), deadAddress);
    }

    /**
     * {@return this plan with a source that knows the destination by a name with a dead address before the living one}
     *
     * @throws IllegalArgumentException if there are mail servers or a proxy
     */
    public PairPlan withDeadAddress() {
        if (mail.isPresent() || proxy.isPresent()) {
            throw new IllegalArgumentException("a dead address permits neither mail servers nor a proxy");
        }
        return new PairPlan(name, source, destination, link, schedule, mail, proxy, true);
    }

    NodeProgram program(Role role) {
        if (role == Role.DESTINATION) {
            return destination;
        }
        // With it, a JVM takes addresses in the order of the file; a resolver of the operating system might sort them.
        return deadAddress ? source.withSystemProperty("jdk.net.hosts.file", "/etc/hosts") : source;
    }

    String host(Role role) {
        return name + "-" + role;
    }

    /** Returns the host name under which the program of a node knows the other one. */
    String peer(Role role) {
        return role == Role.SOURCE && proxy.isPresent() ? "127.0.0.1" : host(role.other());
    }
}
