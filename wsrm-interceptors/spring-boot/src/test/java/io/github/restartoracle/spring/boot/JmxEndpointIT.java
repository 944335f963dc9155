package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.spring.boot.Shop.OrdersBean;
import io.github.restartoracle.spring.boot.Shop.Outage;
import io.github.restartoracle.wsrm.RestartOracle;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The endpoint of Actuator through JMX. */
class JmxEndpointIT {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    private Map<?, ?> call(String operation, Object... arguments) throws Exception {
        ObjectName endpoint = new ObjectName("org.springframework.boot:type=Endpoint,name=Restartoracle");
        String[] signature = Arrays.stream(server.getMBeanInfo(endpoint).getOperations())
                .filter(each -> each.getName().equals(operation))
                .flatMap(each -> Arrays.stream(each.getSignature()))
                .map(MBeanParameterInfo::getType)
                .toArray(String[]::new);
        return (Map<?, ?>) server.invoke(endpoint, operation, arguments, signature);
    }

    private List<?> givenUp() throws Exception {
        return (List<?>) Objects.requireNonNull(call("state").get("messages"));
    }

    @Test
    void shouldListRetryAndDiscardWhatWasGivenUp() throws Exception {
        try (ConfigurableApplicationContext application = new SpringApplication(Shop.class)
                .run(
                        "--server.port=0",
                        "--restart-oracle.oracle=fixed",
                        "--restart-oracle.initial-timeout=3s",
                        "--restart-oracle.max-attempts=2",
                        "--restart-oracle.rm.delivery-assurance=exactly-once",
                        "--spring.jmx.enabled=true",
                        "--management.endpoints.jmx.exposure.include=restartoracle")) {
            RestartOracle oracle = application.getBean(RestartOracle.class);
            List<String> delivered = application.getBean(OrdersBean.class).delivered;
            Orders orders = application.getBean("orders", Orders.class);
            orders.put("first");
            await().until(() -> delivered.size() == 1 && oracle.backlog().isEmpty());
            application.getBean(Outage.class).set(true);
            orders.put("second");
            orders.put("third");
            await().until(() -> oracle.status().givenUp() == 2);
            application.getBean(Outage.class).set(false);

            Map<?, ?> second = (Map<?, ?>) givenUp().get(0);
            Object sequence = Objects.requireNonNull(second.get("sequence"));
            assertThat(String.valueOf(second.get("reason"))).startsWith("no acknowledgement after 2");
            assertThat(call("retry", sequence, 2L).get("done")).isEqualTo(true);
            await().until(() -> delivered.contains("second") && oracle.backlog().unacknowledged() == 1);
            assertThat(call("discard", sequence, 3L).get("done")).isEqualTo(true);
            assertThat(givenUp()).isEmpty();
            assertThat(call("retry", sequence, 3L).get("done")).isEqualTo(false);
            assertThat(delivered).containsExactly("first", "second");
        }
    }
}
