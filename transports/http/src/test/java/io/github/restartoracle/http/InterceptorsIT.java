package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.internal.attempt.Attempt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.headers.Header;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** Transmissions and the interceptors of an application that examine them, as CXF's own tests do. */
class InterceptorsIT {
    private final ReliableDocuments.Setup setup = new ReliableDocuments.Setup();

    /** Records how CXF's constant marks the messages that pass. */
    private static final class Marks extends AbstractPhaseInterceptor<Message> {
        final List<String> seen = new CopyOnWriteArrayList<>();

        Marks() {
            super(Phase.PREPARE_SEND);
        }

        @Override
        public void handleMessage(Message message) {
            AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
            if (!RMContextUtils.isRMProtocolMessage(maps.getAction().getValue())) {
                boolean again = Boolean.TRUE.equals(message.get(RMMessageConstants.RM_RETRANSMISSION));
                seen.add(maps.getMessageID().getValue() + (again ? " again" : " first"));
            }
        }
    }

    /** Covers calls that wait for a sequence, or behind others: they pass once more when they are transmitted. */
    @ParameterizedTest(name = "first-call-wait {0}")
    @ValueSource(strings = {"0s", "30s"})
    void shouldMarkAllPassesOfAMessageButTheFirst(String wait) throws IOException {
        setup.settings.put("first-call-wait", wait);
        setup.lost = (message, attempt) -> message == 1 && attempt == 1;
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            Marks marks = new Marks();
            pair.source.getOutInterceptors().add(marks);
            List<String> sent = List.of("one", "two", "three");
            sent.forEach(pair.documents::put);
            await().until(() -> pair.archive.texts.containsAll(sent));
            await().until(pair::isDone);
            List<String> unmarked =
                    marks.seen.stream().filter(each -> each.endsWith(" first")).toList();
            assertThat(unmarked).hasSize(sent.size()).doesNotHaveDuplicates();
            assertThat(marks.seen).contains(unmarked.get(0).replace(" first", " again"));
        }
    }

    /** Signs each message that passes: with the user of its thread, if there is one, and with a token. */
    private static final class Signing extends AbstractSoapInterceptor {
        static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

        final AtomicInteger tokens = new AtomicInteger();

        Signing() {
            super(Phase.PRE_PROTOCOL);
        }

        @Override
        public void handleMessage(SoapMessage message) {
            AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
            if (RMContextUtils.isRMProtocolMessage(maps.getAction().getValue())) {
                return;
            }
            String user = USER.get();
            if (user != null) {
                message.getHeaders().add(header("user", user));
            }
            message.getHeaders().add(header("token", "token " + tokens.incrementAndGet()));
        }

        private static Header header(String name, String value) {
            Element element = DOMUtils.getEmptyDocument().createElementNS("urn:test", name);
            element.setTextContent(value);
            return new Header(new QName("urn:test", name), element);
        }
    }

    /** Covers the reason for which a call that waits passes twice: only its caller has its user, and its token grows old. */
    @Test
    void shouldSendACallThatHasWaitedWithItsUserAndAFreshToken() throws IOException {
        setup.settings.put("first-call-wait", "0s");
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            Signing signing = new Signing();
            List<String> arrived = new CopyOnWriteArrayList<>();
            pair.source.getOutInterceptors().add(signing);
            pair.destination.getInInterceptors().add(new AbstractSoapInterceptor(Phase.PRE_INVOKE) {
                @Override
                public void handleMessage(SoapMessage message) {
                    message.getHeaders().stream()
                            .filter(header -> header.getName().getNamespaceURI().equals("urn:test"))
                            .forEach(header -> arrived.add(((Element) header.getObject()).getTextContent()));
                }
            });
            Signing.USER.set("alice");
            try {
                pair.documents.put("one");
            } finally {
                Signing.USER.remove();
            }
            await().until(() -> pair.archive.texts.equals(List.of("one")));
            assertThat(arrived).containsExactlyInAnyOrder("alice", "token " + signing.tokens.get());
            assertThat(signing.tokens).hasValueGreaterThan(1);
        }
    }

    /** Removes the transport, and the message that it would have sent, from the chain of first transmissions. */
    private static final class Swallowing extends AbstractPhaseInterceptor<Message> {
        final List<Attempt> swallowed = new CopyOnWriteArrayList<>();

        Swallowing() {
            super(Phase.PREPARE_SEND);
            addBefore(MessageSenderInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            String action = RMContextUtils.retrieveMAPs(message, false, true)
                    .getAction()
                    .getValue();
            if (RMContextUtils.isRMProtocolMessage(action)
                    || !MessageUtils.isRequestor(message)
                    || Boolean.TRUE.equals(message.get(RMMessageConstants.RM_RETRANSMISSION))) {
                return;
            }
            for (Interceptor<? extends Message> interceptor : message.getInterceptorChain()) {
                if (interceptor instanceof MessageSenderInterceptor) {
                    message.getInterceptorChain().remove(interceptor);
                }
            }
            message.setContent(OutputStream.class, new ByteArrayOutputStream());
            message.getInterceptorChain().add(new AbstractPhaseInterceptor<Message>(Phase.PREPARE_SEND_ENDING) {
                @Override
                public void handleMessage(Message ending) {
                    Attempt attempt = Attempt.of(ending);
                    if (attempt != null) {
                        swallowed.add(attempt);
                    }
                }
            });
        }
    }

    @Test
    void shouldCountATransmissionThatAnInterceptorSwallowsAsFailed() throws IOException {
        setup.settings.put("first-call-wait", "30s");
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            Swallowing swallowing = new Swallowing();
            pair.source.getOutInterceptors().add(swallowing);
            pair.documents.put("one");
            await().until(() -> swallowing.swallowed.size() == 1);
            assertThat(swallowing.swallowed.get(0).phase())
                    .isEqualTo(io.github.restartoracle.internal.attempt.Phase.FAILED);
            assertThat(pair.documents.find("two")).isEqualTo("two, found");
            await().until(() -> pair.archive.texts.containsAll(List.of("one", "two")));
        }
    }

    /** Checks that a caller gets the failure of the only transmission, as with CXF's own queue. */
    @Test
    void shouldThrowTheFailureIfCxfMakesNoRetry() throws IOException {
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            SourcePolicyType policy = new SourcePolicyType();
            policy.setRetryPolicy(new RetryPolicyType());
            policy.getRetryPolicy().setMaxRetries(0);
            pair.source.getExtension(RMManager.class).setSourcePolicy(policy);
            pair.documents.put("one");
            await().until(() -> pair.archive.texts.equals(List.of("one")));
            Breaking breaking = new Breaking();
            pair.source.getOutInterceptors().add(breaking);
            assertThatThrownBy(() -> pair.documents.put("two")).hasMessageContaining("failed on purpose");
            pair.source.getOutInterceptors().remove(breaking);
            pair.destination.shutdown(true);
            assertThatThrownBy(() -> pair.documents.put("three")).hasStackTraceContaining("ConnectException");
        }
    }

    private static final class Breaking extends AbstractPhaseInterceptor<Message> {
        Breaking() {
            super(Phase.PREPARE_SEND_ENDING);
            addBefore("*");
        }

        @Override
        public void handleMessage(Message message) {
            if (Attempt.of(message) != null) {
                throw new Fault(new IOException("failed on purpose"));
            }
        }
    }
}
