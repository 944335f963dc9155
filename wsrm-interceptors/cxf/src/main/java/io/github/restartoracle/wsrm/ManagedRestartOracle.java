package io.github.restartoracle.wsrm;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.internal.runtime.Management;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.cxf.Bus;
import org.apache.cxf.management.ManagedComponent;
import org.apache.cxf.management.annotation.ManagedAttribute;
import org.apache.cxf.management.annotation.ManagedOperation;
import org.apache.cxf.management.annotation.ManagedOperationParameter;
import org.apache.cxf.management.annotation.ManagedOperationParameters;
import org.apache.cxf.management.annotation.ManagedResource;

/**
 * The view of the restart oracle of a bus in JMX, if CXF's instrumentation is on ({@code cxf-rt-management} on the class
 * path and {@code bus.jmx.enabled}): {@code org.apache.cxf:bus.id=ID,type=RestartOracle}. Thread-safe.
 */
@ManagedResource(
        componentName = "RestartOracle",
        description = "The state of a restart oracle, and the messages that were given up")
public final class ManagedRestartOracle implements ManagedComponent {
    private final Bus bus;
    private final RestartOracle oracle;

    ManagedRestartOracle(Bus bus, RestartOracle oracle) {
        this.bus = bus;
        this.oracle = oracle;
    }

    @Override
    public ObjectName getObjectName() throws JMException {
        return Management.name(bus, "RestartOracle");
    }

    /** {@return the number of messages that were received and wait, in order, for one that has not come; 0 or more} */
    @ManagedAttribute(description = "Messages that were received and wait, in order, for one that has not come")
    public int getHeldDeliveries() {
        return oracle.status().held().messages();
    }

    /** {@return the number of messages that are neither acknowledged nor given up; 0 or more} */
    @ManagedAttribute(description = "Messages that are neither acknowledged nor given up")
    public int getUnacknowledged() {
        return oracle.status().unacknowledged();
    }

    /** {@return the number of calls that wait for their sequence; 0 or more} */
    @ManagedAttribute(description = "One-way calls that wait for their sequence to be created")
    public int getParked() {
        return oracle.status().parked();
    }

    /** {@return the state of every path, a line each} */
    @ManagedAttribute(description = "The state of every path")
    public String[] getPaths() {
        return oracle.status().paths().stream().map(Object::toString).toArray(String[]::new);
    }

    /** {@return the messages that were given up: sequence, number, endpoint, address, age and reason of each} */
    @ManagedAttribute(description = "The messages that were given up: sequence, number, endpoint, address, age, reason")
    public String[] getGivenUp() {
        return oracle.givenUp().stream()
                .map(message -> message.id().sequence() + " " + message.id().number() + " " + message.endpoint() + " "
                        + message.address() + " " + message.age().toSeconds() + "s " + message.reason())
                .sorted()
                .toArray(String[]::new);
    }

    /**
     * Returns the messages that were acknowledged to their source and are not delivered again.
     *
     * @return sequence, number, endpoint, age and reason of each
     */
    @ManagedAttribute(
            description =
                    "The messages that were acknowledged and whose delivery was given up: sequence, number, endpoint,"
                            + " age, reason")
    public String[] getGivenUpDeliveries() {
        return oracle.givenUpDeliveries().stream()
                .map(message -> message.id().sequence() + " " + message.id().number() + " " + message.endpoint() + " "
                        + message.age().toSeconds() + "s " + message.reason())
                .sorted()
                .toArray(String[]::new);
    }

    /**
     * Returns the reason for which a message is not acknowledged yet.
     *
     * @param sequence its sequence
     * @param number its number, 1 or more
     * @return a sentence for people
     */
    @ManagedOperation(description = "Tells what a message waits for, since when, and until when at the latest")
    @ManagedOperationParameters({
        @ManagedOperationParameter(name = "sequence", description = "The identifier of its sequence"),
        @ManagedOperationParameter(name = "number", description = "Its number")
    })
    public String whyWaiting(String sequence, long number) {
        MessageId id = new MessageId(sequence, number);
        return oracle.whyWaiting(id).orElse("Message " + id + " is not here");
    }

    /**
     * Retries a message that was given up: transmits or delivers it again.
     *
     * @param sequence its sequence
     * @param number its number, 1 or more
     * @return true if there is such a message
     */
    @ManagedOperation(
            description = "Transmits or delivers a message that was given up once more; in a new sequence if the"
                    + " destination has forgotten the old one")
    @ManagedOperationParameters({
        @ManagedOperationParameter(name = "sequence", description = "The identifier of its sequence"),
        @ManagedOperationParameter(name = "number", description = "Its number")
    })
    public boolean retry(String sequence, long number) {
        return oracle.retry(new MessageId(sequence, number));
    }

    /**
     * Discards a message that was given up, also from the store.
     *
     * @param sequence its sequence
     * @param number its number, 1 or more
     * @return true if there was such a message
     */
    @ManagedOperation(description = "Discards a message that was given up, in the store too")
    @ManagedOperationParameters({
        @ManagedOperationParameter(name = "sequence", description = "The identifier of its sequence"),
        @ManagedOperationParameter(name = "number", description = "Its number")
    })
    public boolean discard(String sequence, long number) {
        return oracle.discard(new MessageId(sequence, number));
    }
}
