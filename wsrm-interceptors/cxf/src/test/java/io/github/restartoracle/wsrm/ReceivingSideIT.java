package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.destination.DestinationLimits;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a destination with messages that come early, fail, or are too many. */
class ReceivingSideIT {
    private static void hold(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void redeliver(Bus bus) {
        redeliver(bus, -1);
    }

    private static void redeliver(Bus bus, int mostRetries) {
        RetryPolicyType policy = new RetryPolicyType();
        policy.setMaxRetries(mostRetries);
        policy.setInterval(100L);
        bus.getExtension(RMManager.class).getDestinationPolicy().setRetryPolicy(policy);
    }

    /**
     * Covers an early message: CXF keeps its request open, forgets the request when a copy comes, and acknowledges neither.
     */
    @Test
    void shouldAcceptInOrderWhatComesEarlyAndDeliverItWhenItsTurnHasCome() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "200ms");
        setup.inOrder = true;
        setup.sourceListener = source;
        AtomicBoolean lost = new AtomicBoolean(true);
        setup.lost = (message, attempt) -> message == 1 && lost.get();
        try (ReliablePair pair = new ReliablePair(setup)) {
            for (int i = 1; i <= 5; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> source.acknowledged.size() == 4);
            assertThat(source.acknowledged).containsExactlyInAnyOrder(2L, 3L, 4L, 5L);
            assertThat(pair.bean.delivered).isEmpty();
            lost.set(false);
            await().untilAsserted(() -> assertThat(pair.bean.delivered)
                    .containsExactly("order 1", "order 2", "order 3", "order 4", "order 5"));
            await().until(() -> pair.oracle().backlog().isEmpty());
        }
    }

    /** Covers the request of a two-way call, which waits because its answer goes back on its connection. */
    @Test
    void shouldLetATwoWayCallWaitForItsTurn() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "500ms");
        setup.inOrder = true;
        setup.lost = (message, attempt) -> message == 2 && attempt < 3;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("zeroth");
            await().until(() -> pair.oracle().backlog().isEmpty());
            pair.orders.put("first");
            assertThat(pair.orders.price("second")).isEqualTo("price of second");
            pair.orders.put("third");
            await().until(() -> pair.bean.delivered.size() == 4);
            assertThat(pair.bean.delivered).containsExactly("zeroth", "first", "second", "third");
        }
    }

    /**
     * Covers a lower number that comes later: CXF leaves it out and never acknowledges it, so its source restarts it for
     * ever.
     */
    @Test
    void shouldAcknowledgeWhatItLeavesOutAtMostOnceInOrder() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.inOrder = true;
        setup.assurance = DeliveryAssurance.AT_MOST_ONCE;
        setup.sourceListener = source;
        setup.lost = (message, attempt) -> message == 2 && attempt == 1;
        try (ReliablePair pair = new ReliablePair(setup)) {
            for (int i = 1; i <= 4; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> source.acknowledged.size() == 4);
            await().until(() -> pair.bean.delivered.contains("order 4"));
            assertThat(pair.bean.delivered).isSorted();
        }
    }

    private static Server serve(ReliablePair pair, String address, Orders bean) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(pair.destinationBus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        factory.setServiceBean(bean);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        return factory.create();
    }

    private static Orders client(ReliablePair pair, String address) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(pair.sourceBus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        return (Orders) factory.create();
    }

    private static final class Other implements Orders {
        final List<String> delivered = new CopyOnWriteArrayList<>();

        @Override
        public void put(String order) {
            delivered.add(order);
        }

        @Override
        public String price(String order) {
            return order;
        }

        @Override
        public void upload(byte[] document) {
            // Not called.
        }
    }

    /**
     * Compares with CXF's work queue, which has 25 threads for all services of a bus, and takes 256 messages before it uses
     * the threads of requests.
     */
    @Test
    void shouldNotLetASlowServiceDelayAnother() {
        CountDownLatch release = new CountDownLatch(1);
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "2s");
        setup.onDelivery = order -> hold(release);
        try (ReliablePair pair = new ReliablePair(setup)) {
            Other other = new Other();
            String address = "http://localhost:" + FreePort.next() + "/other";
            Server server = serve(pair, address, other);
            Orders toOther = client(pair, address);
            toOther.put("0");
            await().until(() -> other.delivered.size() == 1);
            for (int i = 0; i < 500; i++) {
                pair.orders.put("order " + i);
            }
            // The requests of the deliveries that hang are not answered.
            int hanging = DestinationLimits.OfEndpoint.ofDefaults().threads();
            await().until(() -> pair.path().inFlight() <= hanging);
            for (int i = 1; i <= 20; i++) {
                toOther.put(String.valueOf(i));
            }
            await().untilAsserted(() -> assertThat(other.delivered).hasSize(21));
            assertThat(pair.bean.delivered).isEmpty();
            release.countDown();
            await().atMost(Duration.ofMinutes(5))
                    .untilAsserted(() -> assertThat(pair.bean.delivered).hasSize(500));
            ClientProxy.getClient(toOther).destroy();
            server.destroy();
        }
    }

    @ParameterizedTest(name = "in order {0}")
    @ValueSource(booleans = {false, true})
    void shouldRefuseWhatHasNoRoomAndDeliverItLater(boolean inOrder) {
        CountDownLatch release = new CountDownLatch(1);
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "300ms");
        setup.inOrder = inOrder;
        setup.onDelivery = order -> hold(release);
        setup.sourceListener = source;
        setup.receiveOptions = new DestinationLimits.OfEndpoint(1, 5, 1_000_000);
        try (ReliablePair pair = new ReliablePair(setup)) {
            for (int i = 0; i < 20; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> source.acknowledged.size() == 5 && pair.path().restarts() > 30);
            release.countDown();
            await().untilAsserted(
                            () -> assertThat(pair.bean.delivered).hasSize(20).doesNotHaveDuplicates());
            await().until(() -> pair.oracle().backlog().isEmpty());
        }
    }

    /** Covers a room that is filled by messages which wait for one that is still to come. */
    @ParameterizedTest(name = "{0} messages or {1} bytes")
    @CsvSource({"5, 1000000", "1000, 250000"})
    void shouldLetInTheMessageForWhichTheOthersWait(int messages, long bytes) {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "300ms");
        setup.inOrder = true;
        setup.sourceListener = source;
        AtomicBoolean lost = new AtomicBoolean(true);
        setup.lost = (message, attempt) -> message == 1 && lost.get();
        setup.receiveOptions = new DestinationLimits.OfEndpoint(8, messages, bytes);
        try (ReliablePair pair = new ReliablePair(setup)) {
            List<String> orders = IntStream.range(0, 20)
                    .mapToObj(number -> String.format("order %02d %s", number, "x".repeat(10_000)))
                    .toList();
            orders.forEach(pair.orders::put);
            await().until(() -> pair.path().restarts() > 50);
            assertThat(source.acknowledged).hasSizeBetween(1, 5).doesNotContain(1L);
            lost.set(false);
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactlyElementsOf(orders));
        }
    }

    private static void fail() {
        throw new IllegalStateException("on purpose");
    }

    private static void failBadly() {
        throw new NoClassDefFoundError("on purpose");
    }

    /** Fails before the request is answered, right after that, and just before the invocation. */
    @ParameterizedTest
    @ValueSource(strings = {Phase.PRE_LOGICAL, Phase.POST_LOGICAL, Phase.PRE_INVOKE})
    void shouldDeliverAgainAfterAnyFailure(String phase) {
        for (Runnable failure : List.<Runnable>of(ReceivingSideIT::fail, ReceivingSideIT::failBadly)) {
            for (boolean onFault : new boolean[] {false, true}) {
                ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "5s");
                setup.inOrder = true;
                try (ReliablePair pair = new ReliablePair(setup)) {
                    redeliver(pair.destinationBus);
                    pair.destinationBus.getInInterceptors().add(new Failing(phase, 3, onFault, failure));
                    for (int i = 0; i < 4; i++) {
                        pair.orders.put("order " + i);
                    }
                    await().untilAsserted(() -> assertThat(pair.bean.delivered)
                            .containsExactly("order 0", "order 1", "order 2", "order 3"));
                    RMManager manager = pair.destinationBus.getExtension(RMManager.class);
                    await().until(() -> manager.getRedeliveryQueue().isEmpty());
                }
            }
        }
    }

    @Test
    void shouldListWhatItHasAcknowledgedAndDoesNotDeliver() {
        NotedTransmissions source = new NotedTransmissions();
        List<GivenUpDelivery> told = new CopyOnWriteArrayList<>();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "5s");
        setup.sourceListener = source;
        setup.destinationListener = new TransmissionListener() {
            @Override
            public void deliveryGivenUp(GivenUpDelivery delivery) {
                told.add(delivery);
            }
        };
        setup.onDelivery = order -> {
            if (order.equals("poison")) {
                fail();
            }
        };
        try (ReliablePair pair = new ReliablePair(setup)) {
            List.of("a", "poison", "b").forEach(pair.orders::put);
            await().until(() -> source.acknowledged.size() == 3);
            await().until(() -> told.size() == 1);
            RestartOracle destination = Objects.requireNonNull(RestartOracle.of(pair.destinationBus));
            assertThat(destination.givenUpDeliveries()).singleElement().satisfies(delivery -> {
                assertThat(delivery.id()).isEqualTo(told.get(0).id());
                assertThat(delivery.reason()).contains("on purpose");
                assertThat(delivery.endpoint()).isEqualTo("OrdersPort");
            });
            assertThat(destination.status().givenUpDeliveries()).isEqualTo(1);
            assertThat(destination.status().deliveryGiveUps()).isEqualTo(1);
            assertThat(destination.discard(told.get(0).id())).isTrue();
            assertThat(destination.status().givenUpDeliveries()).isZero();
            await().until(() -> pair.deliveredSorted().equals(List.of("a", "b")));
        }
    }

    @Test
    void shouldDeliverWhatWasGivenUpWhenAnOperatorRetriesIt() {
        AtomicInteger calls = new AtomicInteger();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "5s");
        setup.onDelivery = order -> {
            if (calls.incrementAndGet() <= 2) {
                fail();
            }
        };
        try (ReliablePair pair = new ReliablePair(setup)) {
            redeliver(pair.destinationBus, 1);
            pair.orders.put("a");
            RestartOracle destination = Objects.requireNonNull(RestartOracle.of(pair.destinationBus));
            await().until(() -> !destination.givenUpDeliveries().isEmpty());
            GivenUpDelivery delivery = destination.givenUpDeliveries().get(0);
            assertThat(delivery.attempts()).isEqualTo(2);
            assertThat(destination.retry(delivery.id())).isTrue();
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("a"));
            assertThat(destination.givenUpDeliveries()).isEmpty();
            assertThat(destination.retry(delivery.id())).isFalse();
        }
    }

    /** Covers a caller that was told of a failure: it must not find that its call has succeeded a little later. */
    @Test
    void shouldNotProcessATwoWayCallAgainThatHasFailed() {
        AtomicInteger calls = new AtomicInteger();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "5s");
        try (ReliablePair pair = new ReliablePair(setup)) {
            redeliver(pair.destinationBus);
            pair.destinationBus.getInInterceptors().add(new Failing(Phase.PRE_INVOKE, 1, false, () -> {
                calls.incrementAndGet();
                fail();
            }));
            assertThatThrownBy(() -> pair.orders.price("a")).hasMessageContaining("on purpose");
            RMManager manager = pair.destinationBus.getExtension(RMManager.class);
            await().until(() -> manager.getRedeliveryQueue().isEmpty());
            assertThat(pair.orders.price("b")).isEqualTo("price of b");
            assertThat(pair.bean.delivered).containsExactly("b");
        }
    }

    /** Covers hanging addresses: CXF sends all acknowledgements of a bus from one thread. */
    @Test
    void shouldAcknowledgeThoughAnotherAddressHangs() throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.decoupled = true;
        try (ReliablePair pair = new ReliablePair(setup);
                SilentServer silent = new SilentServer()) {
            pair.orders.put("first");
            await().until(() -> pair.oracle().backlog().isEmpty());
            Bus other = pair.sourceBus(null);
            other.getExtension(RMManager.class).getSourcePolicy().setAcksTo(silent.address());
            Orders hanging = pair.client(other);
            hanging.put("never acknowledged");
            await().until(silent::isCalled);
            for (int i = 0; i < 10; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(RestartOracle.of(other))
                    .satisfies(oracle ->
                            assertThat(oracle.status().unacknowledged()).isEqualTo(1));
            assertThat(silent.isCalled()).isTrue();
            other.shutdown(true);
        }
    }

    /**
     * Covers CXF's timer, which ends for good with the first exception of a store, and with it every deferred
     * acknowledgement.
     */
    @Test
    void shouldAcknowledgeLaterThoughTheStoreHasFailedInTheTimer() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.decoupled = true;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            NotingStore store = new NotingStore();
            AtomicInteger failed = new AtomicInteger();
            store.failedRemovals = failed;
            RMManager receiving = pair.destinationBus.getExtension(RMManager.class);
            receiving.setStore(store);
            receiving.getConfiguration().setInactivityTimeout(3_000L);
            pair.startServer();
            pair.orders.put("first");
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().until(() -> failed.get() > 0);
            Bus other = pair.sourceBus(null);
            pair.client(other).put("second");
            RestartOracle oracle = Objects.requireNonNull(RestartOracle.of(other));
            await().until(() -> oracle.backlog().isEmpty());
            await().until(() -> failed.get() > 1);
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("first", "second"));
            other.shutdown(true);
        }
    }

    /** CXF holds an acknowledgement to another address back for a second, and ends a sequence before. */
    @Test
    void shouldNotEndASequenceWhoseAcknowledgementIsDue() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.decoupled = true;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            RMManager receiving = pair.destinationBus.getExtension(RMManager.class);
            receiving.getConfiguration().setInactivityTimeout(300L);
            pair.startServer();
            pair.orders.put("order");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> pair.oracle().backlog().isEmpty());
            await().until(pair::hasNoSequenceAtTheDestination);
        }
    }

    /** Covers a store of another kind: CXF adds a message to the acknowledged ones, and then stores it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAcknowledgeNoMessageThatAnotherStoreIsStoring(boolean failing) {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "500ms");
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            NotingStore store = new NotingStore();
            AtomicBoolean early = new AtomicBoolean();
            AtomicBoolean first = new AtomicBoolean(true);
            store.onReceived = number -> {
                if (number == 2 && first.getAndSet(false)) {
                    for (int i = 0; i < 40 && !early.get(); i++) {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                        early.set(source.acknowledged.contains(2L));
                    }
                    if (failing) {
                        throw new RMStoreException(new IllegalStateException("on purpose"));
                    }
                }
            };
            pair.destinationBus.getExtension(RMManager.class).setStore(store);
            pair.startServer();
            for (int i = 1; i <= 4; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(early).isFalse();
            await().untilAsserted(() -> assertThat(pair.bean.delivered)
                    .containsExactlyInAnyOrder("order 1", "order 2", "order 3", "order 4"));
        }
    }

    @Test
    void shouldBeInstalledOnce() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            ReceivingSide side = ReceivingSide.installOn(pair.destinationBus);
            assertThat(ReceivingSide.installOn(pair.destinationBus, new DestinationLimits.OfEndpoint(1, 1, 65_536)))
                    .isSameAs(side);
        }
    }
}
