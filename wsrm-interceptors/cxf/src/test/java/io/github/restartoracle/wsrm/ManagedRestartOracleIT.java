package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.cxf.management.InstrumentationManager;
import org.junit.jupiter.api.Test;

/** Tests the restart oracle through JMX. */
class ManagedRestartOracleIT {
    private static final String[] MESSAGE = {String.class.getName(), long.class.getName()};

    @Test
    void shouldListRetryAndDiscardWhatWasGivenUp() throws Exception {
        AtomicBoolean outage = new AtomicBoolean();
        ReliablePair.Setup setup =
                new ReliablePair.Setup().set("initial-timeout", "3s").set("max-attempts", "2");
        setup.lost = (message, attempt) -> outage.get();
        setup.jmx = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("1");
            await().until(() ->
                    pair.bean.delivered.size() == 1 && pair.oracle().backlog().isEmpty());
            outage.set(true);
            pair.orders.put("2");
            pair.orders.put("3");
            await().until(() -> pair.path().giveUps() == 2);
            outage.set(false);

            MBeanServer server =
                    pair.sourceBus.getExtension(InstrumentationManager.class).getMBeanServer();
            Set<ObjectName> names = server.queryNames(
                    new ObjectName("org.apache.cxf:bus.id=" + pair.sourceBus.getId() + ",type=RestartOracle"), null);
            assertThat(names).hasSize(1);
            ObjectName oracle = names.iterator().next();
            assertThat(server.getAttribute(oracle, "Unacknowledged")).isEqualTo(0);
            assertThat(server.getAttribute(oracle, "Parked")).isEqualTo(0);
            assertThat((String[]) server.getAttribute(oracle, "Paths"))
                    .singleElement()
                    .asString()
                    .contains(pair.address, "fixed", "2 give-ups");
            String[] givenUp = (String[]) server.getAttribute(oracle, "GivenUp");
            String sequence = givenUp[0].substring(0, givenUp[0].indexOf(' '));
            assertThat(List.of(givenUp))
                    .satisfiesExactly(
                            second -> assertThat(second)
                                    .startsWith(
                                            sequence + " 2 {urn:test:orders}OrdersService#OrdersPort " + pair.address)
                                    .contains("no acknowledgement after 2"),
                            third -> assertThat(third).startsWith(sequence + " 3 "));

            assertThat(server.invoke(oracle, "whyWaiting", new Object[] {sequence, 2L}, MESSAGE))
                    .asString()
                    .startsWith("Message " + sequence + "/2 is given up: no acknowledgement after 2");
            assertThat(server.invoke(oracle, "whyWaiting", new Object[] {sequence, 1L}, MESSAGE))
                    .isEqualTo("Message " + sequence + "/1 is not here");
            assertThat(server.invoke(oracle, "retry", new Object[] {sequence, 2L}, MESSAGE))
                    .isEqualTo(true);
            await().until(() -> pair.bean.delivered.contains("2"));
            await().until(() -> server.getAttribute(oracle, "Unacknowledged").equals(0));
            assertThat((String[]) server.getAttribute(oracle, "GivenUp")).hasSize(1);
            assertThat(server.invoke(oracle, "discard", new Object[] {sequence, 3L}, MESSAGE))
                    .isEqualTo(true);
            assertThat(server.invoke(oracle, "discard", new Object[] {sequence, 3L}, MESSAGE))
                    .isEqualTo(false);
            assertThat(server.getAttribute(oracle, "Unacknowledged")).isEqualTo(0);
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("1", "2"));
        }
    }
}
