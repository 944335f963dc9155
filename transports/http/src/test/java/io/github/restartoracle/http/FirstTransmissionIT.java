package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.binding.soap.saaj.SAAJOutInterceptor;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.apache.cxf.ext.logging.event.EventType;
import org.apache.cxf.ext.logging.event.LogEvent;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.headers.Header;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.helpers.FileUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.common.gzip.GZIPInInterceptor;
import org.apache.cxf.transport.common.gzip.GZIPOutInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** The first transmission of a one-way call, which is made by the chain that captured it, and its restarts. */
class FirstTransmissionIT {
    private static final QName SIGNATURE = new QName("urn:signature", "Signature", "sig");

    private final ReliableDocuments.Setup setup = new ReliableDocuments.Setup();

    /** Sends the first message, which waits for its sequence while its chain does not wait. */
    private static void openSequence(ReliableDocuments pair) {
        pair.documents.put("opens the sequence");
        await().until(() -> pair.archive.texts.size() == 1);
        await().until(pair::isDone);
        pair.made.clear();
        pair.arrived.clear();
        pair.archive.texts.clear();
    }

    private static boolean isByItsChainIfFirst(String made) {
        return made.contains("#1 ") == made.endsWith(" by its chain");
    }

    private static Set<String> temporaryFiles() {
        String[] files = FileUtils.getDefaultTempDir().list();
        return files == null ? Collections.emptySet() : new TreeSet<>(Arrays.asList(files));
    }

    @ParameterizedTest(name = "RM 1.1 {0}, SOAP 1.2 {1}")
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldTransmitByTheChainFirstAndThenFromWhatWasCaptured(boolean rm11, boolean soap12) throws IOException {
        setup.rm11 = rm11;
        setup.soap12 = soap12;
        // A call that waits for the answer to the one before it is not transmitted by its chain.
        setup.settings.put("order", "free");
        setup.lost = (message, attempt) -> message == 3 && attempt <= 2;
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            Passing passing = new Passing();
            pair.source.getOutInterceptors().add(passing);
            openSequence(pair);
            passing.count.set(0);
            List.of("one", "two", "three").forEach(pair.documents::put);
            await().until(() -> pair.archive.texts.size() == 3);
            await().until(pair::isDone);
            assertThat(pair.archive.texts).containsExactlyInAnyOrder("one", "two", "three");
            assertThat(pair.made)
                    .contains("3#2 from what was captured", "3#3 from what was captured")
                    .allMatch(FirstTransmissionIT::isByItsChainIfFirst);
            assertThat(pair.arrived).contains("2#1", "3#3", "4#1").doesNotContain("3#1", "3#2");
            assertThat(passing.count).as("one chain for each transmission").hasValue(pair.made.size());
        }
    }

    @ParameterizedTest(name = "{0} bytes, SOAP 1.2 {1}, transmission {2} arrives")
    @CsvSource({"5000, false, 1", "5000, true, 2", "300000, true, 1", "300000, false, 2"})
    void shouldSendTheAttachmentWithEveryTransmission(int bytes, boolean soap12, int arriving) throws IOException {
        setup.mtom = true;
        setup.soap12 = soap12;
        setup.lost = (message, attempt) -> message == 2 && attempt < arriving;
        byte[] document = new byte[bytes];
        new Random(11).nextBytes(document);
        Set<String> before = temporaryFiles();
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            openSequence(pair);
            List<String> contentTypes = new CopyOnWriteArrayList<>();
            pair.destination.getInInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.RECEIVE) {
                @Override
                public void handleMessage(Message message) {
                    contentTypes.add(String.valueOf(message.get(Message.CONTENT_TYPE)));
                }
            });
            pair.documents.upload(document);
            await().until(() -> pair.archive.documents.size() == 1);
            await().until(pair::isDone);
            assertThat(pair.archive.documents.get(0)).isEqualTo(document);
            assertThat(pair.made)
                    .hasSizeGreaterThanOrEqualTo(arriving)
                    .allMatch(FirstTransmissionIT::isByItsChainIfFirst);
            assertThat(contentTypes).anyMatch(type -> type.startsWith("multipart/related"));
            await().untilAsserted(() -> assertThat(temporaryFiles()).isEqualTo(before));
        }
    }

    @Test
    void shouldLeaveNoTemporaryFileOfALargeMessageThatWasLostOnce() throws IOException {
        setup.lost = (message, attempt) -> attempt == 1;
        byte[] document = new byte[300_000];
        Set<String> before = temporaryFiles();
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            pair.documents.upload(document);
            await().until(() -> pair.archive.documents.size() == 1);
            await().until(pair::isDone);
            assertThat(pair.archive.documents.get(0)).isEqualTo(document);
            await().untilAsserted(() -> assertThat(temporaryFiles()).isEqualTo(before));
        }
    }

    @Test
    void shouldSignEveryTransmissionAnew() throws IOException {
        setup.lost = (message, attempt) -> message == 3 && attempt == 1;
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            Signing signing = new Signing();
            pair.source.getOutInterceptors().add(new SAAJOutInterceptor());
            pair.source.getOutInterceptors().add(signing);
            List<String> signatures = new CopyOnWriteArrayList<>();
            pair.destination.getInInterceptors().add(new Verifying(signatures));
            openSequence(pair);
            int before = signing.made.getAndSet(0);
            assertThat(before).isPositive();
            signatures.clear();
            pair.documents.put("one");
            await().until(() -> pair.archive.texts.size() == 1);
            pair.documents.put("two");
            await().until(() -> pair.archive.texts.size() == 2);
            await().until(pair::isDone);
            assertThat(pair.archive.texts).containsExactly("one", "two");
            assertThat(pair.made).allMatch(FirstTransmissionIT::isByItsChainIfFirst);
            assertThat(signing.made).hasValue(pair.made.size());
            assertThat(signatures).hasSize(pair.arrived.size());
            assertThat(pair.arrived).contains("2#1", "3#2").doesNotContain("3#1");
        }
    }

    @Test
    void shouldRestartFromWhatWasCapturedWhenTheRestOfTheChainFails() throws IOException {
        AtomicBoolean failed = new AtomicBoolean();
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            openSequence(pair);
            pair.source.getOutInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.PREPARE_SEND_ENDING) {
                {
                    addBefore("org.apache.cxf.interceptor.MessageSenderInterceptor$MessageSenderEndingInterceptor");
                }

                @Override
                public void handleMessage(Message message) {
                    if (!pair.made.isEmpty() && failed.compareAndSet(false, true)) {
                        throw new Fault(new IOException("on purpose"));
                    }
                }
            });
            pair.documents.put("one");
            await().until(() -> pair.archive.texts.size() == 1);
            await().until(pair::isDone);
            assertThat(pair.made).allMatch(FirstTransmissionIT::isByItsChainIfFirst);
            assertThat(pair.arrived).contains("2#2").doesNotContain("2#1");
        }
    }

    /**
     * Covers a failure behind the transport, which comes after the message was sent, for transmissions by the chain and for
     * restarts.
     */
    @ParameterizedTest(name = "the first transmission is lost: {0}")
    @ValueSource(booleans = {false, true})
    void shouldNotStopWhatTheTransportHasTaken(boolean firstIsLost) throws IOException {
        setup.settings.put("initial-timeout", firstIsLost ? "500ms" : "20s");
        setup.lost = (message, attempt) -> message == 2 && attempt == 1 && firstIsLost;
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            openSequence(pair);
            pair.source.getOutInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.SETUP_ENDING) {
                @Override
                public void handleMessage(Message message) {
                    throw new Fault(new IOException("on purpose"));
                }
            });
            // The chain of restarts is that of the first message of its client.
            ClientProxy.getClient(pair.documents)
                    .getEndpoint()
                    .remove("org.apache.cxf.ws.rm.RMManager.retransmitChain");
            pair.documents.put("one");
            await().until(() -> pair.archive.texts.size() == 1);
            await().until(pair::isDone);
            assertThat(pair.arrived).contains(firstIsLost ? "2#2" : "2#1");
        }
    }

    @Test
    void shouldSendEachCookieOnce() throws IOException {
        setup.lost = (message, attempt) -> message == 3 && attempt == 1;
        List<List<String>> cookies = new CopyOnWriteArrayList<>();
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            Client client = ClientProxy.getClient(pair.documents);
            client.getRequestContext().put(Message.MAINTAIN_SESSION, true);
            pair.destination.getOutInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.SETUP) {
                @Override
                public void handleMessage(Message message) {
                    message.put(
                            Message.PROTOCOL_HEADERS,
                            new TreeMap<>(Map.of("Set-Cookie", List.of("session=42", "shard=7"))));
                }
            });
            openSequence(pair);
            // CreateSequence uses the same conduit and keeps no cookies: those of the first answer are lost, as in CXF.
            openSequence(pair);
            pair.destination.getInInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.RECEIVE) {
                @Override
                public void handleMessage(Message message) {
                    Map<String, List<String>> headers =
                            CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
                    cookies.add(headers.getOrDefault("Cookie", List.of()));
                }
            });
            client.getRequestContext().put(Message.PROTOCOL_HEADERS, Map.of("Cookie", List.of("own=1")));
            pair.documents.put("one");
            await().until(() -> pair.archive.texts.size() == 1);
            await().until(pair::isDone);
            assertThat(pair.arrived).contains("3#2");
            assertThat(cookies)
                    .isNotEmpty()
                    .allSatisfy(lines -> assertThat(lines)
                            .singleElement()
                            .asString()
                            .containsOnlyOnce("own=1")
                            .containsOnlyOnce("session=42")
                            .containsOnlyOnce("shard=7"));
        }
    }

    @Test
    void shouldLogEveryTransmissionOnce() throws IOException {
        List<LogEvent> events = new CopyOnWriteArrayList<>();
        LoggingFeature logging = new LoggingFeature();
        logging.setSender(events::add);
        setup.lost = (message, attempt) -> message == 2 && attempt == 1;
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            logging.initialize(pair.source);
            pair.documents.put("one");
            await().until(() -> pair.archive.texts.size() == 1);
            await().until(pair::isDone);
            pair.documents.put("two");
            await().until(() -> pair.archive.texts.size() == 2);
            await().until(pair::isDone);
            List<String> lost =
                    pair.made.stream().filter(made -> made.startsWith("2#1 ")).toList();
            assertThat(lost).hasSize(1);
            assertThat(events)
                    .filteredOn(event -> event.getType() == EventType.REQ_OUT
                            && event.getPayload().contains("<text>"))
                    .hasSize(pair.made.size() - lost.size());
        }
    }

    @Test
    void shouldCompressEveryTransmission() throws IOException {
        setup.lost = (message, attempt) -> message == 2 && attempt == 1;
        List<String> encodings = new CopyOnWriteArrayList<>();
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            GZIPOutInterceptor compressing = new GZIPOutInterceptor(0);
            compressing.setForce(true);
            ClientProxy.getClient(pair.documents).getOutInterceptors().add(compressing);
            pair.destination.getInInterceptors().add(new Encodings(encodings));
            pair.destination.getInInterceptors().add(new GZIPInInterceptor());
            openSequence(pair);
            encodings.clear();
            pair.documents.put("one");
            await().until(() -> pair.archive.texts.size() == 1);
            await().until(pair::isDone);
            assertThat(pair.made).contains("2#1 by its chain", "2#2 from what was captured");
            assertThat(encodings).hasSize(pair.arrived.size()).containsOnly("gzip");
        }
    }

    /** Covers a stream of the user around that of the transport, set before any byte is captured. */
    @Test
    void shouldShowTheUserTheBytesOfEveryTransmission() throws IOException {
        setup.lost = (message, attempt) -> message == 2 && attempt == 1;
        List<Long> counted = new CopyOnWriteArrayList<>();
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            pair.source.getOutInterceptors().add(new Counting(counted));
            openSequence(pair);
            counted.clear();
            pair.documents.put("one");
            await().until(() -> pair.archive.texts.size() == 1);
            await().until(pair::isDone);
            assertThat(counted).hasSize(pair.made.size() - 1).allMatch(bytes -> bytes > 500);
        }
    }

    @Test
    void shouldTransmitFromWhatWasCapturedWhenTheMessageHadToWait() throws IOException {
        setup.settings.put("max-in-flight", "1");
        setup.settings.put("initial-timeout", "20s");
        setup.settings.put("first-call-wait", "30s");
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            pair.documents.put("one");
            await().until(() -> pair.archive.texts.size() == 1);
            await().until(pair::isDone);
            CountDownLatch open = new CountDownLatch(1);
            pair.destination.getInInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.RECEIVE) {
                @Override
                public void handleMessage(Message message) {
                    try {
                        open.await();
                    } catch (InterruptedException shutDown) {
                        Thread.currentThread().interrupt();
                    }
                }
            });
            List.of("two", "three", "four").forEach(pair.documents::put);
            open.countDown();
            await().until(() -> pair.archive.texts.size() == 4);
            await().until(pair::isDone);
            assertThat(pair.made)
                    .containsExactly(
                            "1#1 by its chain",
                            "2#1 by its chain",
                            "3#1 from what was captured",
                            "4#1 from what was captured");
            assertThat(pair.arrived).containsExactly("1#1", "2#1", "3#1", "4#1");
        }
    }

    private static final class Passing extends AbstractPhaseInterceptor<Message> {
        private final AtomicInteger count = new AtomicInteger();

        Passing() {
            super(Phase.PRE_PROTOCOL);
        }

        @Override
        public void handleMessage(Message message) {
            count.incrementAndGet();
        }
    }

    /** Changes the document that was written, after the capture has seen it, as WS-Security does. */
    private static final class Signing extends AbstractSoapInterceptor {
        private final AtomicInteger made = new AtomicInteger();

        Signing() {
            super(Phase.POST_PROTOCOL);
        }

        @Override
        public void handleMessage(SoapMessage message) {
            try {
                message.getContent(SOAPMessage.class)
                        .getSOAPHeader()
                        .addHeaderElement(SIGNATURE)
                        .setTextContent(Integer.toString(made.incrementAndGet()));
            } catch (SOAPException e) {
                throw new Fault(e);
            }
        }
    }

    private static final class Verifying extends AbstractSoapInterceptor {
        private final List<String> signatures;

        Verifying(List<String> signatures) {
            super(Phase.USER_PROTOCOL);
            this.signatures = signatures;
        }

        @Override
        public void handleMessage(SoapMessage message) {
            List<String> found = message.getHeaders().stream()
                    .filter(header -> SIGNATURE.equals(header.getName()))
                    .map(Header::getObject)
                    .map(object -> ((Element) object).getTextContent())
                    .toList();
            assertThat(found).hasSize(1);
            signatures.addAll(found);
        }
    }

    /** Records the compression of requests, before they are decompressed. */
    private static final class Encodings extends AbstractPhaseInterceptor<Message> {
        private final List<String> encodings;

        Encodings(List<String> encodings) {
            super(Phase.RECEIVE);
            addBefore(GZIPInInterceptor.class.getName());
            this.encodings = encodings;
        }

        @Override
        public void handleMessage(Message message) {
            Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
            encodings.add(String.join(",", headers.getOrDefault("Content-Encoding", List.of("none"))));
        }
    }

    /** Counts the bytes of each transmission that is written to its end. */
    private static final class Counting extends AbstractPhaseInterceptor<Message> {
        private final List<Long> counted;

        Counting(List<Long> counted) {
            super(Phase.PREPARE_SEND);
            addAfter(MessageSenderInterceptor.class.getName());
            this.counted = counted;
        }

        @Override
        public void handleMessage(Message message) {
            OutputStream around = message.getContent(OutputStream.class);
            message.setContent(OutputStream.class, new FilterOutputStream(around) {
                private long bytes;

                @Override
                public void write(int one) throws IOException {
                    bytes++;
                    out.write(one);
                }

                @Override
                public void write(byte[] some, int offset, int length) throws IOException {
                    bytes += length;
                    out.write(some, offset, length);
                }

                @Override
                public void close() throws IOException {
                    counted.add(bytes);
                    super.close();
                }
            });
        }
    }
}
