package io.github.restartoracle.wsrm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.AttemptConduit;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.model.SoapBindingInfo;
import org.apache.cxf.bus.managers.PhaseManagerImpl;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.transport.AbstractConduit;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.rm.RMCaptureOutInterceptor;
import org.apache.cxf.ws.rm.RMManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RestOfChainTest {
    /** Each preparation has a stream of its own. */
    private static final class NotingConduit extends AbstractConduit implements AttemptConduit {
        private static final class Prepared extends ByteArrayOutputStream {}

        private final List<Message> messages = new ArrayList<>();
        private final List<Prepared> streams = new ArrayList<>();
        private boolean refusing;

        NotingConduit() {
            super(new EndpointReferenceType());
        }

        @Override
        public void prepare(Message message) throws IOException {
            if (refusing) {
                throw new IOException("on purpose");
            }
            Prepared stream = new Prepared();
            messages.add(message);
            streams.add(stream);
            message.setContent(OutputStream.class, stream);
        }

        @Override
        public boolean takesAttempts(Message message) {
            return true;
        }

        @Override
        public boolean prepared(OutputStream stream) {
            return stream instanceof Prepared;
        }

        String written(int preparation) {
            return streams.get(preparation).toString(StandardCharsets.UTF_8);
        }

        @Override
        protected java.util.logging.Logger getLogger() {
            return java.util.logging.Logger.getLogger(RestOfChainTest.class.getName());
        }
    }

    /** An interceptor that does one thing. */
    private static final class Step extends AbstractPhaseInterceptor<Message> {
        private final Consumer<Message> action;

        Step(String phase, Consumer<Message> action) {
            super("step in " + phase, phase);
            this.action = action;
        }

        @Override
        public void handleMessage(Message message) {
            action.accept(message);
        }
    }

    private final NotingConduit conduit = new NotingConduit();
    private final SoapMessage message = new SoapMessage(new MessageImpl());
    private final PhaseInterceptorChain chain = new PhaseInterceptorChain(new PhaseManagerImpl().getOutPhases());
    private final List<RestOfChain> paused = new ArrayList<>();

    RestOfChainTest() {
        Exchange exchange = new ExchangeImpl();
        exchange.put(
                Binding.class,
                new SoapBinding(new SoapBindingInfo(new ServiceInfo(), "http://schemas.xmlsoap.org/wsdl/soap/")));
        exchange.setConduit(conduit);
        exchange.setOneWay(true);
        exchange.setOutMessage(message);
        message.put(Message.REQUESTOR_ROLE, true);
        message.put(Message.PROTOCOL_HEADERS, new TreeMap<>());
        message.setInterceptorChain(chain);
        chain.add(new MessageSenderInterceptor());
        chain.add(write(org.apache.cxf.phase.Phase.WRITE, "captured "));
        chain.add(new Step(
                org.apache.cxf.phase.Phase.WRITE_ENDING,
                captured -> paused.add(Objects.requireNonNull(RestOfChain.pause(captured)))));
        chain.add(write(org.apache.cxf.phase.Phase.PRE_STREAM_ENDING, "and written later"));
    }

    private static Step write(String phase, String text) {
        return new Step(phase, writing -> {
            try {
                writing.getContent(OutputStream.class).write(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new Fault(e);
            }
        });
    }

    private RestOfChain call() {
        chain.add(capture(captured ->
                assertThat((Object) captured.getContent(OutputStream.class)).isInstanceOf(FirstStream.class)));
        chain.add(new FirstStreamOut());
        chain.doIntercept(message);
        return paused.get(0);
    }

    private static RMCaptureOutInterceptor capture(Consumer<Message> action) {
        return new RMCaptureOutInterceptor() {
            @Override
            public void handleMessage(Message captured) {
                action.accept(captured);
            }
        };
    }

    @Test
    void shouldSendNothingBeforeItGoesOn() {
        call();
        assertThat(chain.getState()).isEqualTo(InterceptorChain.State.PAUSED);
        assertThat(conduit.messages).containsExactly(message);
        assertThat(conduit.written(0)).isEmpty();
    }

    @Test
    void shouldGoOnWithACopyThatBelongsToTheAttempt() throws IOException {
        RestOfChain rest = call();
        Attempt attempt = new Attempt(1, ended -> {});
        Message sent = rest.send(attempt);
        assertThat(chain.getState()).isEqualTo(InterceptorChain.State.COMPLETE);
        assertThat(conduit.messages).containsExactly(message, sent);
        assertThat(conduit.written(0)).isEmpty();
        assertThat(conduit.written(1)).isEqualTo("captured and written later");
        assertThat(Attempt.of(sent)).isSameAs(attempt);
        assertThat(Attempt.of(message)).isNull();
        assertThat(sent.getExchange()).isNotSameAs(message.getExchange());
        assertThat(sent.getExchange().getOutMessage()).isSameAs(sent);
        assertThat(sent.get(Message.PROTOCOL_HEADERS)).isNotSameAs(message.get(Message.PROTOCOL_HEADERS));
        assertThat(FirstStream.of(sent)).isNull();
        assertThat(sent.get(Message.ROBUST_ONEWAY)).isEqualTo(true);
    }

    @Test
    void shouldHoldNothingWhenItIsDiscarded() {
        RestOfChain rest = call();
        FirstStream stream = Objects.requireNonNull(FirstStream.of(message));
        assertThat(stream.getOut()).isInstanceOf(ByteArrayOutputStream.class);
        RestOfChain.discard(rest);
        assertThat(stream.getOut()).isNotInstanceOf(ByteArrayOutputStream.class);
        assertThat(conduit.written(0)).isEmpty();
        RestOfChain.discard(null);
    }

    @ParameterizedTest(name = "the transport refuses {0}")
    @ValueSource(booleans = {true, false})
    void shouldFailTheAttemptWhenTheMessageIsNotSent(boolean refuses) {
        RestOfChain rest = call();
        conduit.refusing = refuses;
        chain.add(new Step(org.apache.cxf.phase.Phase.PREPARE_SEND_ENDING, sending -> {
            throw new Fault(new IOException("on purpose"));
        }));
        Attempt attempt = new Attempt(1, ended -> {});
        new Resend(new RMManager()).send(new Template(message, false), rest, attempt);
        assertThat(attempt.phase()).isEqualTo(Phase.FAILED);
        assertThat(attempt.cause()).hasStackTraceContaining("on purpose");
    }

    @Test
    void shouldLeaveTheStreamOfACallWithoutReliableMessagingAlone() {
        chain.add(new FirstStreamOut());
        chain.add(new Step(org.apache.cxf.phase.Phase.PRE_PROTOCOL, writing -> {
            assertThat((Object) writing.getContent(OutputStream.class)).isInstanceOf(NotingConduit.Prepared.class);
            writing.getInterceptorChain().abort();
        }));
        chain.doIntercept(message);
        assertThat(message.getContent(Exception.class)).isNull();
    }

    @Test
    void shouldLeaveTheStreamAloneThatAnInterceptorHasPutAroundThatOfTheTransport() {
        chain.add(new Step(
                org.apache.cxf.phase.Phase.PREPARE_SEND,
                prepared -> prepared.setContent(OutputStream.class, new ByteArrayOutputStream())));
        chain.add(capture(captured -> {
            assertThat(FirstStream.of(captured)).isNull();
            captured.getInterceptorChain().abort();
        }));
        chain.add(new FirstStreamOut());
        chain.doIntercept(message);
        assertThat(message.getContent(Exception.class)).isNull();
    }

    @Test
    void shouldBeNothingToPauseWithoutItsStream() {
        assertThat(RestOfChain.pause(new SoapMessage(new MessageImpl()))).isNull();
    }
}
