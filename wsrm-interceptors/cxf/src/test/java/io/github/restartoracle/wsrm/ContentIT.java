package io.github.restartoracle.wsrm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.apache.cxf.helpers.FileUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the parts of a message that a restart needs are kept until it is acknowledged, and no longer. */
class ContentIT {
    /** Notes every outgoing message, the copies of restarts included, and its exchange. */
    private static final class Outgoing extends AbstractPhaseInterceptor<Message> {
        private final List<WeakReference<Object>> seen = new CopyOnWriteArrayList<>();

        Outgoing() {
            super(Phase.PRE_PROTOCOL);
        }

        @Override
        public void handleMessage(Message message) {
            seen.add(new WeakReference<>(message));
            seen.add(new WeakReference<>(message.getExchange()));
        }

        private long reachable() {
            System.gc();
            return seen.stream().filter(reference -> reference.get() != null).count();
        }
    }

    private static byte[] document(int bytes, long seed) {
        byte[] document = new byte[bytes];
        new Random(seed).nextBytes(document);
        return document;
    }

    private static Set<String> temporaryFiles() {
        String[] files = FileUtils.getDefaultTempDir().list();
        return files == null ? Collections.emptySet() : new TreeSet<>(Arrays.asList(files));
    }

    @Test
    void shouldKeepNothingOfAMessageThatIsAcknowledged() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.sourceListener = source;
        setup.lost = (message, attempt) -> attempt == 1 && message % 3 == 0;
        Outgoing outgoing = new Outgoing();
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.sourceBus.getOutInterceptors().add(outgoing);
            for (int i = 0; i < 30; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> source.acknowledged.size() == 30);
            // Objects that the last exchange of a thread leaves in CXF are dropped with the next one, as for any
            // client.
            assertThat(outgoing.seen).hasSizeGreaterThanOrEqualTo(2 * (30 + 10));
            await().untilAsserted(() -> assertThat(outgoing.reachable()).isLessThanOrEqualTo(4));
        }
    }

    @Test
    void shouldLeaveNoTemporaryFileOfALargeMessage() {
        Set<String> before = temporaryFiles();
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.sourceListener = source;
        AtomicBoolean lost = new AtomicBoolean(true);
        setup.lost = (message, attempt) -> lost.get();
        byte[] document = document(300_000, 7);
        try (ReliablePair pair = new ReliablePair(setup)) {
            // As base64 that is 400 kB, which CXF keeps in a file.
            pair.orders.upload(document);
            await().until(() -> !temporaryFiles().equals(before));
            lost.set(false);
            await().until(() -> source.acknowledged.size() == 1);
            await().until(() -> !pair.bean.uploaded.isEmpty());
            assertThat(pair.bean.uploaded.get(0)).isEqualTo(document);
            await().untilAsserted(() -> assertThat(temporaryFiles()).isEqualTo(before));
        }
    }

    /**
     * Covers messages with attachments: CXF's own restarts of them are malformed, and here even the first transmission
     * could be wrong.
     */
    @ParameterizedTest(name = "{0} bytes, SOAP 1.2 {1}")
    @CsvSource({"5000, false", "300000, true"})
    void shouldRestartWithTheAttachment(int bytes, boolean soap12) {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.mtom = true;
        setup.soap12 = soap12;
        setup.sourceListener = source;
        setup.lost = (message, attempt) -> attempt <= 2;
        byte[] document = document(bytes, 11);
        try (ReliablePair pair = new ReliablePair(setup)) {
            List<String> contentTypes = new CopyOnWriteArrayList<>();
            pair.destinationBus.getInInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.RECEIVE) {
                @Override
                public void handleMessage(Message message) {
                    contentTypes.add(String.valueOf(message.get(Message.CONTENT_TYPE)));
                }
            });
            pair.orders.upload(document);
            await().until(() -> source.acknowledged.size() == 1);
            assertThat(source.dispatched).hasSizeGreaterThanOrEqualTo(3);
            await().until(() -> !pair.bean.uploaded.isEmpty());
            assertThat(pair.bean.uploaded.get(0)).isEqualTo(document);
            assertThat(contentTypes).anyMatch(type -> type.startsWith("multipart/related"));
        }
    }

    /** Returns an attachment that can be read once, or never if it has no content. */
    private static DataHandler readOnce(byte @Nullable [] document) {
        AtomicReference<byte @Nullable []> left = new AtomicReference<>(document);
        return new DataHandler(new DataSource() {
            @Override
            public InputStream getInputStream() throws IOException {
                byte[] content = left.getAndSet(null);
                if (content == null) {
                    throw new IOException("nothing left to read");
                }
                return new ByteArrayInputStream(content);
            }

            @Override
            public OutputStream getOutputStream() {
                throw new UnsupportedOperationException();
            }

            @Override
            public String getContentType() {
                return "application/octet-stream";
            }

            @Override
            public String getName() {
                return "document";
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000, 700_000})
    void shouldRestartWithAnAttachmentThatCanBeReadOnce(int bytes) {
        Set<String> before = temporaryFiles();
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.mtom = true;
        setup.sourceListener = source;
        setup.lost = (message, attempt) -> attempt <= 2;
        byte[] document = document(bytes, 11);
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.archive(readOnce(document));
            await().until(() -> source.acknowledged.size() == 1 && pair.bean.uploaded.size() == 1);
            assertThat(source.dispatched).hasSizeGreaterThanOrEqualTo(3);
            assertThat(pair.bean.uploaded.get(0)).isEqualTo(document);
            // The destination waits for the rest of the lost transmissions.
            pair.link.reset();
            await().untilAsserted(() -> assertThat(temporaryFiles()).isEqualTo(before));
        }
    }

    @Test
    void shouldNotTakeACallWhoseAttachmentCannotBeRead() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.mtom = true;
        setup.sourceListener = source;
        byte[] document = document(10_000, 11);
        try (ReliablePair pair = new ReliablePair(setup)) {
            assertThatThrownBy(() -> pair.orders.archive(readOnce(null)))
                    .rootCause()
                    .hasMessage("nothing left to read");
            pair.orders.archive(readOnce(document));
            await().until(() -> source.acknowledged.size() == 1 && pair.bean.uploaded.size() == 1);
            assertThat(source.acknowledged).as("numbers").containsExactly(1L);
        }
    }

    /** Covers the rest of a request, which CXF reads and drops before it answers, unless told otherwise. */
    @ParameterizedTest(name = "GZIP {0}, fails once {1}, read by the service {2}")
    @CsvSource({"true, false, true", "false, false, true", "true, true, true", "false, true, true", "false, true, false"
    })
    void shouldDeliverALargeAttachmentAfterItsRequestWasAnswered(boolean gzip, boolean redelivery, boolean lazy) {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "20s");
        setup.mtom = true;
        setup.gzip = gzip;
        setup.sourceListener = source;
        AtomicBoolean fails = new AtomicBoolean(redelivery);
        setup.onDelivery = order -> {
            if (fails.getAndSet(false)) {
                throw new IllegalStateException("on purpose");
            }
        };
        byte[] document = document(5_000_000, 13);
        try (ReliablePair pair = new ReliablePair(setup)) {
            if (redelivery) {
                ReceivingSideIT.redeliver(pair.destinationBus);
            }
            if (lazy) {
                pair.orders.archive(new DataHandler(new ByteArrayDataSource(document, "application/octet-stream")));
            } else {
                pair.orders.upload(document);
            }
            await().until(() -> source.acknowledged.size() == 1);
            await().until(() -> !pair.bean.uploaded.isEmpty());
            assertThat(pair.bean.uploaded)
                    .singleElement()
                    .extracting(Arrays::hashCode)
                    .isEqualTo(Arrays.hashCode(document));
        }
    }

    /** Covers a message that is acknowledged before its end: it is lost when the rest does not come. */
    @ParameterizedTest(name = "GZIP {0}")
    @ValueSource(booleans = {false, true})
    void shouldAcknowledgeWhatHasArrivedToItsEnd(boolean gzip) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.mtom = true;
        setup.gzip = gzip;
        setup.rm11 = true;
        byte[] document = document(1_000_000, 13);
        try (ReliablePair pair = new ReliablePair(setup)) {
            RawSource source = new RawSource(pair.serverAddress);
            byte[] plain = source.multipart(1, document);
            byte[] body = gzip ? zip(plain) : plain;
            byte[] head = source.headOfMultipart(body.length, gzip);
            URI to = URI.create(pair.serverAddress);
            try (Socket socket = new Socket(to.getHost(), to.getPort())) {
                socket.getOutputStream().write(head);
                socket.getOutputStream().write(body, 0, body.length / 2);
                assertNotAnswered(socket, 2_000);
            }
            try (Socket socket = new Socket(to.getHost(), to.getPort())) {
                socket.getOutputStream().write(head);
                socket.getOutputStream().write(body);
                socket.setSoTimeout(60_000);
                assertThat(new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine())
                        .contains(" 20");
            }
            await().until(() -> !pair.bean.uploaded.isEmpty());
            assertThat(pair.bean.uploaded)
                    .singleElement()
                    .extracting(Arrays::hashCode)
                    .isEqualTo(Arrays.hashCode(document));
        }
    }

    /** Covers copies that wait for the end of a request that was cut. */
    @ParameterizedTest
    @ValueSource(strings = {"put", "price"})
    void shouldAcceptACopyOfWhatHasNotArrivedToItsEnd(String operation) throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            try (Socket cut = source.sendWithoutEnd(1, operation, "order")) {
                assertNotAnswered(cut, 2_000);
                assertThat(source.exchange(1, operation, "order").statusCode()).isBetween(200, 202);
                await().until(() -> pair.bean.delivered.size() == 1);
                assertNotAnswered(cut, 1);
            }
        }
    }

    private static void assertNotAnswered(Socket socket, int millis) throws IOException {
        socket.setSoTimeout(millis);
        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
    }

    private static byte[] zip(byte[] plain) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream zipping = new GZIPOutputStream(zipped)) {
            zipping.write(plain);
        }
        return zipped.toByteArray();
    }

    /** Covers an encoding that only the request states, and a delivery that is repeated from a copy of the envelope. */
    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "UTF-16LE"})
    void shouldDeliverAgainWhatCameInAnotherEncoding(String encoding) throws Exception {
        AtomicBoolean failed = new AtomicBoolean();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.onDelivery = order -> {
            if (failed.compareAndSet(false, true)) {
                throw new IllegalStateException("on purpose");
            }
        };
        try (ReliablePair pair = new ReliablePair(setup)) {
            ReceivingSideIT.redeliver(pair.destinationBus);
            RawSource source = new RawSource(pair.serverAddress);
            source.encoding = Charset.forName(encoding);
            source.send(1, "put", "grün");
            await().until(() -> !pair.bean.delivered.isEmpty());
            assertThat(pair.bean.delivered).containsExactly("grün");
        }
    }
}
