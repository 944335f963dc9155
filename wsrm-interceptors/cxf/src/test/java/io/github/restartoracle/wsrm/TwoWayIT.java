package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.xml.ws.WebServiceException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.manager.SequenceTerminationPolicyType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TwoWayIT {
    /** Refuses the first transmissions of application messages, as a destination that is down does. */
    private static final class Refusal extends AbstractPhaseInterceptor<Message> {
        private final AtomicInteger left;

        Refusal(int times) {
            super(Phase.PRE_STREAM_ENDING);
            left = new AtomicInteger(times);
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
            if (properties != null && properties.getSequence() != null && left.getAndDecrement() > 0) {
                throw new Fault(new ConnectException("refused on purpose"));
            }
        }
    }

    @ParameterizedTest(name = "decoupled {0}, RM 1.1 {1}")
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldReturnTheAnswer(boolean decoupled, boolean rm11) {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.decoupled = decoupled;
        setup.rm11 = rm11;
        try (ReliablePair pair = new ReliablePair(setup)) {
            assertThat(pair.orders.price("a")).isEqualTo("price of a");
            pair.orders.put("between");
            assertThat(pair.orders.price("b")).isEqualTo("price of b");
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().untilAsserted(() -> assertThat(pair.deliveredSorted()).containsExactly("a", "b", "between"));
            await().until(() -> pair.path().inFlight() == 0);
            assertThat(pair.path().restarts()).isZero();
        }
    }

    /** A service that throws has accepted the call; its source must not take the fault for that of a service without WS-RM. */
    @ParameterizedTest(name = "decoupled {0}, RM 1.1 {1}")
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldAcknowledgeACallThatItsServiceAnswersWithAnException(boolean decoupled, boolean rm11) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.decoupled = decoupled;
        setup.rm11 = rm11;
        try (ReliablePair pair = new ReliablePair(setup)) {
            assertThat(pair.orders.price("a")).isEqualTo("price of a");
            pair.bean.failure = new IllegalStateException("no price on purpose");
            assertThatThrownBy(() -> pair.orders.price("b")).hasMessageContaining("no price on purpose");
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> pair.oracle().backlog().isEmpty());
            assertThat(pair.deliveredSorted()).containsExactly("a", "b");
            assertThat(Objects.requireNonNull(RestartOracle.of(pair.destinationBus))
                            .givenUpDeliveries())
                    .as("the caller was told")
                    .isEmpty();
        }
    }

    /** The request of a call that is answered elsewhere is answered at once, and its connection is free for others. */
    @Test
    void shouldNotHoldUpOthersWhileADecoupledCallIsRunning() throws Exception {
        try (ReliablePair pair = decoupled()) {
            assertThat(pair.orders.price("first")).isEqualTo("price of first");
            CountDownLatch running = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            pair.destinationBus.getInInterceptors().add(new Failing(Phase.PRE_INVOKE, 1, false, () -> {
                running.countDown();
                awaitQuietly(release);
            }));
            CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> pair.orders.price("slow"));
            assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 10; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> pair.bean.delivered.size() == 11);
            assertThat(slow).isNotDone();
            release.countDown();
            assertThat(slow.get(10, TimeUnit.SECONDS)).isEqualTo("price of slow");
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Notes the exchange on which the caller of a two-way call waits. */
    private static final class Answers extends AbstractPhaseInterceptor<Message> {
        private final List<Exchange> read = new CopyOnWriteArrayList<>();

        Answers() {
            super(Phase.POST_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            if (message.getContent(List.class) != null) {
                read.add(message.getExchange());
            }
        }

        boolean areComplete() {
            return !read.isEmpty() && read.stream().allMatch(exchange -> exchange.get(ClientImpl.FINISHED) != null);
        }
    }

    private static ReliablePair decoupled() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.decoupled = true;
        return new ReliablePair(setup);
    }

    /** Lets the client read that its requests are accepted after it has read all answers to them. */
    private static void shouldReturnTheAnswerThatComesFirst(ReliablePair pair) {
        Answers answers = new Answers();
        pair.sourceBus.getInInterceptors().add(answers);

        pair.link.holdAnswers();
        CompletableFuture<String> price = CompletableFuture.supplyAsync(() -> pair.orders.price("b"));
        await().until(answers::areComplete);
        pair.link.releaseAnswers();

        assertThat(price).succeedsWithin(Duration.ofSeconds(60)).isEqualTo("price of b");
    }

    @Test
    void shouldHaveASequenceWhoseCreationIsAnsweredBeforeItIsAccepted() {
        try (ReliablePair pair = decoupled()) {
            shouldReturnTheAnswerThatComesFirst(pair);
        }
    }

    /** Covers a call that fails without an oracle, because CXF takes the acceptance for the answer. */
    @Test
    void shouldReturnTheAnswerThatIsThereBeforeTheRequestIsAccepted() {
        try (ReliablePair pair = decoupled()) {
            assertThat(pair.orders.price("a")).isEqualTo("price of a");
            shouldReturnTheAnswerThatComesFirst(pair);
        }
    }

    /** Notes the order in which the messages of a sequence arrive. */
    private static final class Arrivals extends AbstractPhaseInterceptor<Message> {
        private final List<Long> numbers = new CopyOnWriteArrayList<>();

        Arrivals() {
            super(Phase.USER_PROTOCOL);
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
            if (properties.getSequence() != null) {
                numbers.add(properties.getSequence().getMessageNumber());
            }
        }
    }

    /** The transport reports no phases, so the chain of a two-way call makes the transmission, and those of others do not. */
    @ParameterizedTest(name = "decoupled {0}")
    @ValueSource(booleans = {false, true})
    void shouldArriveBehindTheOneWayCallsOfItsThread(boolean decoupled) {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.decoupled = decoupled;
        try (ReliablePair pair = new ReliablePair(setup)) {
            Arrivals arrivals = new Arrivals();
            pair.destinationBus.getInInterceptors().add(arrivals);
            for (int i = 0; i < 10; i++) {
                pair.orders.put("a" + i);
                pair.orders.put("b" + i);
                assertThat(pair.orders.price("c" + i)).isEqualTo("price of c" + i);
            }
            assertThat(arrivals.numbers).hasSize(30).isSorted();
        }
    }

    @ParameterizedTest(name = "decoupled {0}")
    @ValueSource(booleans = {false, true})
    void shouldReturnTheAnswerToARestartWhenTheFirstTransmissionIsRefused(boolean decoupled) {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "200ms");
        setup.decoupled = decoupled;
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.sourceBus.getOutInterceptors().add(new Refusal(3));
            assertThat(pair.orders.price("a")).isEqualTo("price of a");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(source.dispatched).startsWith("1#1").hasSizeGreaterThanOrEqualTo(4);
            assertThat(pair.bean.delivered).containsExactly("a");
            await().until(() -> pair.path().inFlight() == 0);
        }
    }

    /** Notes the highest number in each acknowledgement that is sent. */
    private static final class Acknowledging extends AbstractPhaseInterceptor<Message> {
        private final List<Long> sent = new CopyOnWriteArrayList<>();

        Acknowledging() {
            super(Phase.PRE_STREAM_ENDING);
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
            if (properties != null && properties.getAcks() != null) {
                properties.getAcks().stream()
                        .flatMap(acknowledgement -> acknowledgement.getAcknowledgementRange().stream())
                        .forEach(range -> sent.add(range.getUpper()));
            }
        }
    }

    /** Covers acknowledgements that are empty without an oracle, if WS-RM is a feature of the client. */
    @ParameterizedTest(name = "features of the bus {0}")
    @ValueSource(booleans = {false, true})
    void shouldAcknowledgeAnswersToItsAddress(boolean busWide) {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.decoupled = true;
        setup.busWide = busWide;
        try (ReliablePair pair = new ReliablePair(setup)) {
            Acknowledging client = new Acknowledging();
            pair.sourceBus.getOutInterceptors().add(client);
            assertThat(pair.orders.price("a")).isEqualTo("price of a");
            await().untilAsserted(() -> assertThat(client.sent).containsExactly(1L));
            assertThat(pair.orders.price("b")).isEqualTo("price of b");
            await().untilAsserted(() -> assertThat(client.sent).contains(2L));
            assertThat(client.sent).containsExactly(1L, 2L);
        }
    }

    @Test
    void shouldTellTheCallerWhenTheOracleNeverRestarts() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("oracle", "none");
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.sourceBus.getOutInterceptors().add(new Refusal(1));
            assertThatExceptionOfType(WebServiceException.class)
                    .isThrownBy(() -> pair.orders.price("a"))
                    .withMessageContaining("refused on purpose");
            assertThat(pair.oracle().givenUp()).hasSize(1);
            assertThat(pair.orders.price("b")).isEqualTo("price of b");
        }
    }

    /** Covers callers that wait for a sequence of which others take the only number. */
    @Test
    void shouldAnswerManyCallersWhoseSequencesHaveOneMessageEach() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            SequenceTerminationPolicyType single = new SequenceTerminationPolicyType();
            single.setMaxLength(1);
            pair.manager().getSourcePolicy().setSequenceTerminationPolicy(single);
            List<String> asked =
                    IntStream.range(0, 40).mapToObj(i -> "order " + i).toList();
            ExecutorService callers = Executors.newFixedThreadPool(8);
            try {
                List<CompletableFuture<String>> answers = asked.stream()
                        .map(order -> CompletableFuture.supplyAsync(() -> pair.orders.price(order), callers))
                        .toList();
                for (int i = 0; i < asked.size(); i++) {
                    assertThat(answers.get(i))
                            .succeedsWithin(Duration.ofMinutes(1))
                            .isEqualTo("price of " + asked.get(i));
                }
            } finally {
                callers.shutdownNow();
            }
        }
    }
}
