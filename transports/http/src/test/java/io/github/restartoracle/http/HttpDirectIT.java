package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares calls that are sent past the interceptor chain with calls that go through it. */
class HttpDirectIT {
    /** Records requests as they arrive. */
    private static final class Requests extends AbstractPhaseInterceptor<Message> {
        final Set<String> seen = ConcurrentHashMap.newKeySet();
        /** True for each request whose number was inserted into captured bytes. */
        final List<Boolean> direct = new CopyOnWriteArrayList<>();

        Requests() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            try {
                byte[] body = message.getContent(InputStream.class).readAllBytes();
                message.setContent(InputStream.class, new ByteArrayInputStream(body));
                String envelope = new String(body, StandardCharsets.UTF_8);
                if (envelope.contains("<text>")) {
                    seen.add(httpHeaders(message) + " " + withoutNames(envelope));
                    direct.add(envelope.contains("<wsrm:Sequence xmlns:wsrm"));
                }
            } catch (IOException e) {
                throw new Fault(e);
            }
        }

        /** Removes the names of namespaces, prefixes, messages and sequences. */
        private static String withoutNames(String envelope) {
            return envelope.replaceAll(" xmlns(:\\w+)?=\"[^\"]*\"", "")
                    .replaceAll("(</?| )\\w+:(?=\\w+[ =>/])", "$1")
                    .replaceAll("urn:uuid:[-0-9a-f]+", "some")
                    .replaceAll("127.0.0.1:\\d+", "here")
                    // The order of headers has no meaning.
                    .replaceFirst("<Header>(.*)(<Sequence .*</Sequence>)", "<Header>$2$1");
        }

        private static Map<String, Object> httpHeaders(Message message) {
            Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            ((Map<?, ?>) Objects.requireNonNull(message.get(Message.PROTOCOL_HEADERS)))
                    .forEach((name, value) -> headers.put(String.valueOf(name), value));
            headers.keySet().removeAll(List.of("Content-Length", "Host"));
            return headers;
        }
    }

    private static Set<String> requests(boolean rm11, boolean soap12, String order, boolean noted) throws IOException {
        ReliableDocuments.Setup setup = new ReliableDocuments.Setup();
        setup.rm11 = rm11;
        setup.soap12 = soap12;
        setup.noted = noted;
        setup.settings.put("order", order);
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            Requests requests = new Requests();
            pair.destination.getInInterceptors().add(requests);
            for (int i = 1; i <= 5; i++) {
                pair.documents.put("<text \u20ac & " + i);
            }
            await().until(() -> pair.archive.texts.size() == 5 && pair.isDone());
            assertThat(requests.direct).hasSize(5);
            assertThat(requests.direct).containsOnly(!noted);
            return requests.seen;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "false, false, free",
        "false, true, free",
        "true, false, free",
        "true, true, free",
        "false, false, caller",
        "true, true, caller"
    })
    void shouldSendWhatItWouldSendThroughTheChain(boolean rm11, boolean soap12, String order) throws IOException {
        assertThat(requests(rm11, soap12, order, false)).isEqualTo(requests(rm11, soap12, order, true));
    }
}
