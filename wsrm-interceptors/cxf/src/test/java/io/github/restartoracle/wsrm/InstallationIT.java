package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.internal.queue.OracleRetransmissionQueue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.support.ClassPathXmlApplicationContext;

class InstallationIT {
    @Test
    void shouldWorkAsAFeatureOfTheClient() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.featureOnClient = true;
        setup.sourceListener = source;
        setup.lost = (message, attempt) -> attempt == 1;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("order");
            await().until(() -> source.acknowledged.size() == 1);
            assertThat(source.dispatched).startsWith("1#1", "1#2");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("order"));
        }
    }

    /** Covers requests that are answered before their message is accepted: their answer acknowledges nothing. */
    @Test
    void shouldAcceptBeforeItAnswersWhereTheFeaturesOfTheBusComeAfterTheOracle() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "10s");
        setup.busWide = true;
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            for (int i = 0; i < 5; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> source.acknowledged.size() == 5);
            assertThat(source.dispatched).containsExactly("1#1", "2#1", "3#1", "4#1", "5#1");
            await().until(() -> pair.bean.delivered.size() == 5);
        }
    }

    @Test
    void shouldTellTheListenersOfAllFeatures() {
        NotedTransmissions first = new NotedTransmissions();
        NotedTransmissions second = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.sourceListener = first;
        try (ReliablePair pair = new ReliablePair(setup)) {
            RestartOracleFeature other = new RestartOracleFeature("none");
            other.setListener(second);
            other.initialize(pair.sourceBus);
            pair.orders.put("order");
            await().until(() -> second.acknowledged.size() == 1);
            assertThat(first.dispatched).isEqualTo(second.dispatched);
        }
    }

    @Test
    void shouldWarnOfAFeatureWhoseSettingsHaveNoEffect() throws Exception {
        assertThat(run("-Drestart-oracle.oracle=qest", "-Dtest.feature=fixed"))
                .contains("has a restart oracle \"qest\" already")
                .contains("have no effect: [restart-oracle.oracle=fixed]");
        assertThat(run("-Drestart-oracle.oracle=qest", "-Dtest.feature=qest")).doesNotContain("have no effect");
    }

    @Test
    void shouldNotShowAPasswordThatDiffers() throws Exception {
        assertThat(run("-Drestart-oracle.oracle=qest", "-Dtest.feature=qest", "-Dtest.password=open sesame"))
                .contains("these properties differ and have no effect: [restart-oracle.mail.smtp.password=...]")
                .doesNotContain("open sesame");
    }

    @Test
    void shouldWorkInSpringXml() {
        try (ClassPathXmlApplicationContext spring = new ClassPathXmlApplicationContext("restart-oracle-bus.xml")) {
            Bus bus = spring.getBean("cxf", Bus.class);
            assertThat(RestartOracle.of(bus)).isNotNull();
            assertThat(bus.getExtension(RMManager.class).getRetransmissionQueue())
                    .isInstanceOf(OracleRetransmissionQueue.class);
        }
    }

    /** Covers the bean of CXF's WS-RM manager, which serves every bus of its context. */
    @ParameterizedTest(name = "called on bus {0} first")
    @ValueSource(strings = {"other", "cxf"})
    void shouldServeTheBusesThatShareAManager(String first) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.oracleAtSource = false;
        System.setProperty("restart-oracle.oracle", "fixed");
        try (ReliablePair pair = new ReliablePair(setup);
                ClassPathXmlApplicationContext spring = new ClassPathXmlApplicationContext("two-buses.xml")) {
            Bus one = spring.getBean(first, Bus.class);
            Bus two = spring.getBean(first.equals("cxf") ? "other" : "cxf", Bus.class);
            Orders orders = pair.client(one);
            orders.put("on one bus");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("on one bus"));
            Orders others = pair.client(two);
            others.put("on the other");
            await().untilAsserted(() -> assertThat(pair.bean.delivered).contains("on the other"));
            assertThat(orders.price("a")).isEqualTo("price of a");
            assertThat(others.price("b")).isEqualTo("price of b");
            RestartOracle shared = Objects.requireNonNull(RestartOracle.of(one));
            assertThat(RestartOracle.of(two)).isSameAs(shared);
            await().until(() -> shared.backlog().isEmpty());
            List.of(orders, others)
                    .forEach(proxy -> ClientProxy.getClient(proxy).destroy());
        } finally {
            System.clearProperty("restart-oracle.oracle");
        }
    }

    @Test
    void shouldFailToStartInSpringXmlWhenAPropertyIsWrong() {
        assertThatThrownBy(() -> new ClassPathXmlApplicationContext("restart-oracle-wrong.xml").close())
                .hasStackTraceContaining(
                        "restart-oracle.initial-timeout = \"fast\" cannot be used: expected a duration");
    }

    @Test
    void shouldInstallItselfWhenTheSystemPropertyIsSet() throws Exception {
        assertThat(run("-Drestart-oracle.oracle=qest", "-Drestart-oracle.initial-timeout=2s"))
                .contains("queue of the client's bus: OracleRetransmissionQueue")
                .contains("oracle installed: true");
    }

    @Test
    void shouldChangeNothingWithoutTheSystemProperty() throws Exception {
        assertThat(run("-Drestart-oracle.initial-timeout=2s"))
                .contains("queue of the client's bus: RetransmissionQueueImpl")
                .contains("oracle installed: false")
                .contains("interceptors of ours: 0");
    }

    @Test
    void shouldTellOfSystemPropertiesWithoutEffect() throws Exception {
        assertThat(run("-Drestart-oracle.oracle="))
                .contains("Property restart-oracle.oracle is empty, and no restart oracle is installed")
                .doesNotContain("did you mean")
                .contains("oracle installed: false");
        assertThat(run("-Drestartoracle.oracle=qest", "-Drestart.oracle.max-timeout=2s"))
                .contains(
                        "Property restartoracle.oracle has no effect; did you mean restart-oracle.oracle?",
                        "Property restart.oracle.max-timeout has no effect; did you mean restart-oracle.max-timeout?")
                .contains("oracle installed: false");
        assertThat(run("-Drestart-oracle.oracle=canary", "-Drestart-oracle.qest.variant=robust"))
                .contains("restart-oracle.qest.variant has no effect with the oracle canary");
    }

    @Test
    void shouldFailToStartWhenTheSystemPropertyIsWrong() throws Exception {
        assertThat(run("-Drestart-oracle.oracle=oracel"))
                .contains(
                        "restart-oracle.oracle = \"oracel\" cannot be used: expected one of canary, exponential-backoff")
                .doesNotContain("queue of the client's bus");
    }

    /** Runs {@link Application} in a process of its own. */
    private static String run(String... properties) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(properties));
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.add("-cp");
        command.add(System.getProperty("surefire.real.class.path", System.getProperty("java.class.path")));
        command.add(Application.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return text;
        }
    }

    /** An application without any reference to this library. */
    static final class Application {
        private Application() {}

        public static void main(String[] args) {
            Bus bus = new CXFBusFactory().createBus();
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(Orders.class);
            factory.setAddress("http://localhost/orders");
            factory.getFeatures().add(new WSAddressingFeature());
            factory.getFeatures().add(new RMFeature());
            if (System.getProperty("test.feature") != null) {
                RestartOracleFeature feature = new RestartOracleFeature(System.getProperty("test.feature"));
                String password = System.getProperty("test.password");
                feature.setProperties(password == null ? Map.of() : Map.of("mail.smtp.password", password));
                factory.getFeatures().add(feature);
            }
            factory.create();
            say("queue of the client's bus: "
                    + bus.getExtension(RMManager.class)
                            .getRetransmissionQueue()
                            .getClass()
                            .getSimpleName());
            say("oracle installed: " + (RestartOracle.of(bus) != null));
            say("interceptors of ours: "
                    + bus.getOutInterceptors().stream()
                            .filter(interceptor ->
                                    interceptor.getClass().getName().startsWith("io.github.restartoracle"))
                            .count());
            bus.shutdown(true);
        }

        private static void say(String line) {
            System.out.println(line);
        }
    }
}
