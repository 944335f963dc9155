package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.direct.Overtaken;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.helpers.IOUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.rm.AbstractSequence;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;

/** Tests that envelopes that bypass the chains of CXF are written and read as its interceptors would do it. */
class DirectIT {
    /** An interceptor that is not among the known ones. */
    private static final class Stranger extends AbstractPhaseInterceptor<Message> {
        Stranger() {
            super(Phase.PRE_PROTOCOL);
        }

        @Override
        public void handleMessage(Message message) {
            // It is in the chain without an effect.
        }
    }

    /** Notes which interceptors apply acknowledgements. */
    private static final class Readers implements TransmissionListener {
        final Set<String> interceptors = ConcurrentHashMap.newKeySet();

        @Override
        public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
            interceptors.addAll(StackWalker.getInstance()
                    .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                            .filter(name -> name.endsWith("AcknowledgementIn") || name.endsWith("RMInInterceptor"))
                            .map(name -> name.substring(name.lastIndexOf('.') + 1))
                            .toList()));
        }
    }

    /** Notes requests as they come. */
    private static final class Requests extends AbstractPhaseInterceptor<Message> {
        final Map<Long, List<String>> seen = new ConcurrentSkipListMap<>();
        /** True for each message number whose request begins with the headers of WS-RM. */
        final Map<Long, Boolean> direct = new ConcurrentSkipListMap<>();

        Requests() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            try {
                String envelope = IOUtils.toString(message.getContent(InputStream.class), "UTF-8");
                message.setContent(
                        InputStream.class, new ByteArrayInputStream(envelope.getBytes(StandardCharsets.UTF_8)));
                Matcher number = Pattern.compile("MessageNumber>(\\d+)<").matcher(envelope);
                if (number.find()) {
                    List<String> lines = described(envelope, "");
                    lines.add(0, httpHeaders(message).toString());
                    seen.put(Long.valueOf(number.group(1)), lines);
                    direct.put(
                            Long.valueOf(number.group(1)),
                            envelope.indexOf("MessageNumber>") < envelope.indexOf("MessageID"));
                }
            } catch (IOException | XMLStreamException e) {
                throw new Fault(e);
            }
        }

        private static Map<String, Object> httpHeaders(Message message) {
            Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            ((Map<?, ?>) Objects.requireNonNull(message.get(Message.PROTOCOL_HEADERS)))
                    .forEach((name, value) -> headers.put(String.valueOf(name), value));
            headers.keySet().removeAll(List.of("Content-Length", "Host"));
            return headers;
        }
    }

    @ParameterizedTest
    @EnumSource(RawSource.Version.class)
    void shouldAnswerAsTheInterceptorsDo(RawSource.Version version) throws Exception {
        assertThat(answers(version, false)).isEqualTo(answers(version, true));
    }

    private static List<List<String>> answers(RawSource.Version version, boolean stranger) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        try (ReliablePair pair = new ReliablePair(setup)) {
            if (stranger) {
                pair.destinationBus.getOutInterceptors().add(new Stranger());
            }
            RawSource source = new RawSource(pair.serverAddress, version);
            return List.of(
                    answer(source, stranger, version, 1, "first"),
                    answer(source, stranger, version, 2, "second"),
                    answer(source, stranger, version, 5, "after a gap"),
                    answer(source, stranger, version, 1, "a copy"));
        }
    }

    private static List<String> answer(
            RawSource source, boolean stranger, RawSource.Version version, long number, String order) throws Exception {
        HttpResponse<String> response = source.exchange(number, "put", order);
        List<String> lines = new ArrayList<>();
        lines.add(response.statusCode() + " "
                + response.headers().firstValue("Content-Type").orElse("none"));
        // Our own acknowledgement declares no namespace that it does not need.
        assertThat(response.body().contains("<wsrm:SequenceAcknowledgement xmlns:wsrm"))
                .isEqualTo(!stranger);
        lines.addAll(described(response.body(), source.sequence));
        // CXF writes None behind the ranges, although only one of the two is allowed (WS-RM 1.2, section 3.9).
        lines.removeIf(line -> line.strip().startsWith("{" + version.rm + "}None"));
        return lines;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellOfEachMessageInItsAnswerIfTheSourceHasARestartOracle(boolean numbered) throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            pair.destinationBus
                    .getOutInterceptors()
                    .add(new Overtaken(pair.destinationBus.getExtension(RMManager.class)));
            RawSource source = new RawSource(pair.serverAddress);
            source.numbered = numbered;
            HttpResponse<String> response = source.exchange(1, "put", "order");
            assertThat(response.statusCode()).isEqualTo(numbered ? 200 : 202);
            assertThat(response.body().contains("AcknowledgementRange")).isEqualTo(numbered);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldApplyWhatAnAnswerSaysIfAnEarlierOneIsReadAtOnce(boolean stranger) throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            if (stranger) {
                pair.sourceBus.getInInterceptors().add(new Stranger());
            }
            pair.orders.put("order 1");
            await().until(() -> pair.oracle().backlog().unacknowledged() == 0);
            keepAnEarlierAcknowledgement(pair.sourceBus.getExtension(RMManager.class));
            pair.orders.put("order 2");
            await().until(() -> pair.oracle().backlog().unacknowledged() == 0);
            assertThat(pair.path().restarts()).isZero();
        }
    }

    /** Leaves the sequence in the state in which a thread leaves it that reads an earlier answer too late. */
    private static void keepAnEarlierAcknowledgement(RMManager manager) throws ReflectiveOperationException {
        RetransmissionQueue queue = manager.getRetransmissionQueue();
        Field kept = AbstractSequence.class.getDeclaredField("acknowledgement");
        kept.setAccessible(true);
        manager.setRetransmissionQueue((RetransmissionQueue) Proxy.newProxyInstance(
                DirectIT.class.getClassLoader(),
                new Class<?>[] {RetransmissionQueue.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("purgeAcknowledged")) {
                        kept.set(arguments[0], new SequenceAcknowledgement());
                    }
                    return method.invoke(queue, arguments);
                }));
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldReadAnAcknowledgementAheadOfTheInterceptorsIfAllAreKnown(boolean rm11, boolean stranger) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.rm11 = rm11;
        Readers readers = new Readers();
        setup.sourceListener = readers;
        try (ReliablePair pair = new ReliablePair(setup)) {
            if (stranger) {
                pair.sourceBus.getInInterceptors().add(new Stranger());
            }
            for (int i = 1; i <= 5; i++) {
                // From the second on, each waits for the answer to the one before.
                pair.orders.put("order \u20ac " + i);
            }
            await().until(() ->
                    pair.bean.delivered.size() == 5 && pair.oracle().backlog().unacknowledged() == 0);
            assertThat(pair.path().restarts()).isZero();
            assertThat(readers.interceptors).containsExactly(stranger ? "RMInInterceptor" : "AcknowledgementIn");
        }
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldSendAsTheInterceptorsDo(boolean rm11, boolean soap12) {
        assertThat(requests(rm11, soap12, false)).isEqualTo(requests(rm11, soap12, true));
    }

    private static Map<Long, List<String>> requests(boolean rm11, boolean soap12, boolean stranger) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.rm11 = rm11;
        setup.soap12 = soap12;
        try (ReliablePair pair = new ReliablePair(setup)) {
            Requests requests = new Requests();
            pair.destinationBus.getInInterceptors().add(requests);
            if (stranger) {
                pair.sourceBus.getOutInterceptors().add(new Stranger());
            }
            // The first call creates the sequence; the answer to a two-way call has an acknowledgement to be
            // acknowledged.
            pair.orders.put("order \u20ac 1");
            for (int i = 2; i <= 5; i++) {
                assertThat(pair.orders.price("order <\u20ac> " + i)).isEqualTo("price of order <\u20ac> " + i);
                pair.orders.put("order & " + i);
            }
            await().until(() ->
                    pair.bean.delivered.size() == 9 && pair.oracle().backlog().unacknowledged() == 0);
            assertThat(pair.path().restarts()).isZero();
            assertThat(requests.seen).hasSize(9);
            requests.seen.forEach((number, lines) -> {
                String all = String.join("", lines);
                boolean acknowledges = all.contains("AcknowledgementRange");
                assertThat(acknowledges).isEqualTo(number > 1 && number % 2 == 1);
                assertThat(requests.direct.get(number)).as(all).isEqualTo(!stranger && !acknowledges);
            });
            return requests.seen;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0001", "\ud800"})
    void shouldTellTheCallerOfACharacterThatXmlDoesNotAllow(String character) {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            assertThatThrownBy(() -> pair.orders.put("order" + character + "1")).isInstanceOf(SOAPFaultException.class);
            pair.orders.put("order 2");
            assertThatThrownBy(() -> pair.orders.price("order" + character + "3"))
                    .isInstanceOf(SOAPFaultException.class);
            pair.orders.put("order 4");
            await().until(() -> pair.deliveredSorted().equals(List.of("order 2", "order 4")));
            await().until(() -> pair.oracle().backlog().unacknowledged() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u00e9", "wsrm"})
    void shouldSendAnEnvelopeWithAnotherPrefixAtFirst(String prefix) {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            Requests requests = new Requests();
            pair.destinationBus.getInInterceptors().add(requests);
            ((BindingProvider) pair.orders)
                    .getRequestContext()
                    .put("soap.env.ns.map", Map.of(prefix, Soap11.SOAP_NAMESPACE, "x", "urn:a>b"));
            pair.orders.put("order 1");
            assertThat(pair.orders.price("order 2")).isEqualTo("price of order 2");
            assertThat(requests.seen).hasSize(2);
            assertThat(pair.path().restarts()).isZero();
        }
    }

    /**
     * Returns the elements of an envelope with their attributes and texts, without the parts that differ by chance; headers
     * in any order.
     */
    private static List<String> described(String envelope, String sequence) throws XMLStreamException {
        List<String> lines = new ArrayList<>();
        Element root = StaxUtils.read(new StringReader(envelope)).getDocumentElement();
        describe(root, "", lines);
        lines.replaceAll(line -> line.replaceAll("urn:uuid:[-0-9a-f]+", "some")
                .replaceAll("heldMicros=\\d+", "heldMicros=some")
                .replaceAll("localhost:\\d+", "localhost"));
        assertThat(sequence.isEmpty() || envelope.contains(sequence)).isTrue();
        return lines;
    }

    private static void describe(Element element, String indent, List<String> into) {
        StringBuilder line = new StringBuilder(indent).append(DOMUtils.getElementQName(element));
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            String name = attributes.item(i).getNodeName();
            if (!name.startsWith("xmlns")) {
                line.append(' ')
                        .append(name.replaceFirst(".*:", ""))
                        .append('=')
                        .append(attributes.item(i).getNodeValue());
            }
        }
        List<Element> children = Stream.iterate(
                        DOMUtils.getFirstElement(element), child -> child != null, DOMUtils::getNextElement)
                .toList();
        if (children.isEmpty()) {
            line.append(' ').append(element.getTextContent());
        }
        into.add(line.toString());
        List<Element> ordered = new ArrayList<>(children);
        if (element.getLocalName().equals("Header")) {
            ordered.sort(Comparator.comparing(
                    child -> DOMUtils.getElementQName(child).toString()));
        }
        ordered.forEach(child -> describe(child, indent + "  ", into));
    }
}
