package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.CuttableLink;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.cxf.binding.soap.saaj.SAAJInInterceptor;
import org.apache.cxf.common.security.SimplePrincipal;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.interceptor.security.DefaultSecurityContext;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the loss of the response to a two-way call: the service has been invoked, and the caller does not know it. */
class ReplayIT {
    /** Cuts the link when the first bytes of a response are written. */
    private static final class LostResponses extends AbstractPhaseInterceptor<Message> {
        private final BooleanSupplier lost;
        private final CuttableLink link;

        LostResponses(BooleanSupplier lost, CuttableLink link) {
            super(Phase.PREPARE_SEND);
            addAfter(MessageSenderInterceptor.class.getName());
            this.lost = lost;
            this.link = link;
        }

        @Override
        public void handleMessage(Message message) {
            OutputStream transport = message.getContent(OutputStream.class);
            if (MessageUtils.isRequestor(message)
                    || MessageUtils.isPartialResponse(message)
                    || message.getExchange().getInMessage() == null
                    || transport == null
                    || !isApplicationMessage(message)
                    || !lost.getAsBoolean()) {
                return;
            }
            link.reset();
        }

        private static boolean isApplicationMessage(Message message) {
            return message.getExchange().getBindingOperationInfo() != null
                    && "price"
                            .equals(message.getExchange()
                                    .getBindingOperationInfo()
                                    .getName()
                                    .getLocalPart());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXACTLY_ONCE", "AT_LEAST_ONCE"})
    void shouldInvokeOnceAndReturnTheAnswer(DeliveryAssurance assurance) {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "300ms");
        setup.rm11 = true;
        setup.assurance = assurance;
        try (ReliablePair pair = new ReliablePair(setup)) {
            assertThat(pair.orders.price("warm")).isEqualTo("price of warm");
            AtomicInteger left = new AtomicInteger(3);
            pair.destinationBus
                    .getOutInterceptors()
                    .add(new LostResponses(() -> left.getAndDecrement() > 0, pair.link));
            assertThat(pair.orders.price("a")).isEqualTo("price of a");
            assertThat(pair.orders.price("b")).isEqualTo("price of b");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(pair.bean.delivered).containsExactly("warm", "a", "b");
        }
    }

    @Test
    void shouldReturnTheAnswersOfManyCallsOfWhichOneInFiveLosesItsResponse() {
        int calls = Integer.getInteger("calls", 100);
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "100ms");
        setup.rm11 = true;
        AtomicInteger responses = new AtomicInteger();
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.destinationBus
                    .getOutInterceptors()
                    .add(new LostResponses(() -> responses.getAndIncrement() % 5 == 2, pair.link));
            List<String> orders = new ArrayList<>();
            for (int i = 1; i <= calls; i++) {
                String order = "order " + i;
                orders.add(order);
                assertThat(pair.orders.price(order)).isEqualTo("price of " + order);
            }
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(pair.bean.delivered).containsExactlyElementsOf(orders);
            assertThat(pair.path().restarts()).isGreaterThanOrEqualTo(calls / 5);
        }
    }

    /** Covers an interceptor that reads the whole message, as WS-Security does. */
    @ParameterizedTest(name = "SAAJ {0}")
    @ValueSource(booleans = {false, true})
    void shouldAnswerEveryCopyWithTheSameResponse(boolean saaj) throws IOException, InterruptedException {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            if (saaj) {
                pair.destinationBus.getInInterceptors().add(new SAAJInInterceptor());
            }
            RawSource source = new RawSource(pair.serverAddress);
            String first = source.send(1, "price", "a");
            assertThat(first).contains("price of a", "SequenceAcknowledgement");
            assertThat(source.send(1, "price", "a")).isEqualTo(first);
            assertThat(source.send(1, "price", "a")).isEqualTo(first);
            assertThat(source.send(1, "price", "b")).contains("another request");
            assertThat(source.send(2, "price", "b")).contains("price of b");
            assertThat(pair.bean.delivered).containsExactly("a", "b");
        }
    }

    @ParameterizedTest
    @EnumSource(RawSource.Version.class)
    void shouldNotGiveTheAnswerToAnotherRequestWithTheSameNumber(RawSource.Version version) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        try (ReliablePair pair = new ReliablePair(setup)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            String first = source.send(1, "price", "secret");
            assertThat(first).contains("price of secret");
            for (String other : List.of("", "secrets", "secret ")) {
                assertThat(source.send(1, "price", other))
                        .contains("another request")
                        .containsAnyOf("Client", "Sender")
                        .doesNotContain("price of", "AcknowledgementRange");
            }
            assertThat(source.send(1, "price", "<![CDATA[sec]]>ret")).isEqualTo(first);
            assertThat(pair.bean.delivered).containsExactly("secret");
        }
    }

    @Test
    void shouldNotLetAnotherRequestWaitForTheAnswer() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            pair.bean.hold();
            Answers answers = new Answers(source, 1, 1);
            await().until(() -> pair.bean.delivered.size() == 1);
            assertThat(source.send(1, "price", "b")).contains("another request");
            pair.bean.release();
            assertThat(answers.all()).allSatisfy(answer -> assertThat(answer).contains("price of a"));
            assertThat(pair.bean.delivered).containsExactly("a");
        }
    }

    @Test
    void shouldNotGiveTheAnswerToAnotherPrincipal() throws Exception {
        AtomicReference<String> principal = new AtomicReference<>("alice");
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            pair.destinationBus.getInInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.READ) {
                @Override
                public void handleMessage(Message message) {
                    message.put(
                            SecurityContext.class,
                            new DefaultSecurityContext(new SimplePrincipal(principal.get()), null));
                }
            });
            RawSource source = new RawSource(pair.serverAddress);
            assertThat(source.send(1, "price", "a")).contains("price of a");
            principal.set("mallory");
            assertThat(source.send(1, "price", "a")).contains("another request");
            principal.set("alice");
            assertThat(source.send(1, "price", "a")).contains("price of a");
            assertThat(pair.bean.delivered).containsExactly("a");
        }
    }

    @Test
    void shouldLetACopyWaitForTheInvocationOfTheFirst() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            pair.bean.hold();
            Answers answers = new Answers(source, 1, 3);
            await().until(() -> pair.bean.delivered.size() == 1);
            pair.bean.release();
            assertThat(answers.all())
                    .hasSize(3)
                    .allSatisfy(answer -> assertThat(answer).contains("price of a"));
            assertThat(pair.bean.delivered).containsExactly("a");
        }
    }

    /**
     * Covers sources of other makes: an acknowledgement without the answer would end their restarts. Copies that come together
     * are decided on before the first of them is accepted.
     */
    @ParameterizedTest(name = "together: {0}")
    @ValueSource(booleans = {false, true})
    void shouldRefuseForNowACopyThatCannotWaitForTheAnswer(boolean together) throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            pair.bean.hold();
            CyclicBarrier decided = new CyclicBarrier(together ? 4 : 1);
            ChainStep wait =
                    new ChainStep("wait", Phase.PRE_LOGICAL, message -> pass(decided)).before(ReceivingSide.ACCEPTANCE);
            // Added when the chain is complete: CXF would put it behind the acceptance.
            pair.destinationBus
                    .getInInterceptors()
                    .add(new ChainStep(
                            "add",
                            Phase.POST_PROTOCOL,
                            message -> message.getInterceptorChain().add(wait)));
            Answers first = new Answers(source, 1, together ? 8 : 1);
            await().until(() -> pair.bean.delivered.size() == 1);
            Answers copies = new Answers(source, 1, together ? 0 : 7);
            await().until(() -> first.ended() + copies.ended() == 3);
            pair.bean.release();
            List<String> answers =
                    Stream.of(first.all(), copies.all()).flatMap(List::stream).toList();
            assertThat(answers)
                    .filteredOn(answer -> answer.contains("price of a"))
                    .hasSize(5);
            assertThat(answers)
                    .filteredOn(answer -> !answer.contains("price of a"))
                    .allMatch(
                            answer -> answer.contains("is not there yet") && !answer.contains("AcknowledgementRange"));
            assertThat(source.send(1, "price", "a")).contains("price of a");
            assertThat(pair.bean.delivered).containsExactly("a");
        }
    }

    private static void pass(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Covers copies that the limit on copies that wait turns away: any of them may be delivered. */
    @Test
    void shouldKeepTheAnswerWhicheverCopyOfAnEarlyRequestIsDelivered() throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.inOrder = true;
        AtomicInteger come = new AtomicInteger();
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.destinationBus.getInInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.READ) {
                @Override
                public void handleMessage(Message message) {
                    come.incrementAndGet();
                }
            });
            RawSource source = new RawSource(pair.serverAddress);
            List<String> delivered = new ArrayList<>();
            for (int number = 2; number <= 20; number += 2) {
                come.set(0);
                Answers answers = new Answers(source, number, 12);
                await().until(() -> come.get() == 12);
                assertThat(source.send(number - 1, "price", "first")).contains("price of first");
                assertThat(answers.all())
                        .anySatisfy(answer -> assertThat(answer).contains("price of a"));
                assertThat(source.send(number, "price", "a")).contains("price of a");
                delivered.addAll(List.of("first", "a"));
                assertThat(pair.bean.delivered).containsExactlyElementsOf(delivered);
            }
        }
    }

    /** Copies of one request, sent at the same time. */
    private static final class Answers {
        private final List<CompletableFuture<String>> futures = new ArrayList<>();

        Answers(RawSource source, long number, int copies) {
            for (int i = 0; i < copies; i++) {
                futures.add(CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return source.send(number, "price", "a");
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        task -> new Thread(task, "test-copy").start()));
            }
        }

        long ended() {
            return futures.stream().filter(CompletableFuture::isDone).count();
        }

        List<String> all() {
            return futures.stream().map(CompletableFuture::join).toList();
        }
    }
}
