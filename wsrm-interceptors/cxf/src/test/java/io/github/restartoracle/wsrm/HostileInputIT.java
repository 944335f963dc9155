package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that invalid content of our headers has no effect: the messages of such a peer are processed as if it were absent.
 */
class HostileInputIT {
    private static final String NAMESPACE = "urn:io.github.restartoracle:transmission:1";
    private static final String RM = "http://schemas.xmlsoap.org/ws/2005/02/rm";
    private static final String ADDRESSING = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

    private final HttpClient http = HttpClient.newHttpClient();

    private String post(ReliablePair pair, String action, String headers, String body)
            throws IOException, InterruptedException {
        String envelope = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:a='" + ADDRESSING
                + "' xmlns:r='" + RM + "' xmlns:ro='" + NAMESPACE + "'><s:Header><a:Action>" + action
                + "</a:Action><a:MessageID>urn:uuid:" + System.identityHashCode(new Object()) + "</a:MessageID><a:To>"
                + pair.serverAddress + "</a:To><a:ReplyTo><a:Address>" + ADDRESSING
                + "/role/anonymous</a:Address></a:ReplyTo>" + headers + "</s:Header><s:Body>" + body
                + "</s:Body></s:Envelope>";
        HttpRequest request = HttpRequest.newBuilder(URI.create(pair.serverAddress))
                .header("Content-Type", "text/xml")
                .header("SOAPAction", action.contains("/rm/") ? action : "")
                .POST(HttpRequest.BodyPublishers.ofString(envelope))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<ro:Transmission>-7</ro:Transmission>",
                "<ro:Transmission>9999999999999999</ro:Transmission>",
                "<ro:Transmission><evil/></ro:Transmission>",
                "<ro:Transmission/><ro:Transmission>2</ro:Transmission>",
                "<ro:Echo/>",
                "<ro:Echo><ro:Arrival/><ro:Arrival sequence='' message='-1' transmission='x' heldMicros=''/></ro:Echo>",
                "<ro:Unknown a='b'><ro:Transmission>1</ro:Transmission></ro:Unknown>"
            })
    void shouldProcessTheRequest(String headers) throws Exception {
        NotedTransmissions destination = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.destinationListener = destination;
        try (ReliablePair pair = new ReliablePair(setup)) {
            String created = post(
                    pair,
                    RM + "/CreateSequence",
                    "",
                    "<r:CreateSequence><r:AcksTo><a:Address>" + ADDRESSING
                            + "/role/anonymous</a:Address></r:AcksTo></r:CreateSequence>");
            Matcher identifier = Pattern.compile("Identifier[^>]*>([^<]+)<").matcher(created);
            assertThat(identifier.find()).as(created).isTrue();
            String answer = post(
                    pair,
                    "urn:test:orders/Orders/put",
                    "<r:Sequence s:mustUnderstand='1'><r:Identifier>" + identifier.group(1)
                            + "</r:Identifier><r:MessageNumber>1</r:MessageNumber></r:Sequence>" + headers,
                    "<o:put xmlns:o='urn:test:orders'><order>by hand</order></o:put>");
            assertThat(answer).contains("SequenceAcknowledgement").doesNotContain("Echo");
            await().until(() -> pair.bean.delivered.size() == 1);
            assertThat(destination.arrived).containsExactly("1#0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"urn:uuid:invented", ""})
    void shouldNotHearOfMessagesInSequencesThatItDoesNotKnow(String identifier) throws Exception {
        NotedTransmissions destination = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.destinationListener = destination;
        try (ReliablePair pair = new ReliablePair(setup)) {
            String sequence = "<r:Sequence s:mustUnderstand='1'><r:Identifier>" + identifier
                    + "</r:Identifier><r:MessageNumber>1</r:MessageNumber></r:Sequence>"
                    + "<ro:Transmission>1</ro:Transmission>";
            String body = "<o:put xmlns:o='urn:test:orders'><order>by hand</order></o:put>";
            post(pair, "urn:test:orders/Orders/put", sequence, body);
            pair.orders.put("order");
            await().until(() -> pair.bean.delivered.contains("order"));
            // Once more, now that there is a sequence.
            post(pair, "urn:test:orders/Orders/put", sequence, body);
            assertThat(destination.arrived).containsExactly("1#1");
            assertThat(pair.bean.delivered).containsExactly("order");
        }
    }

    @Test
    void shouldProcessTheRequestWhenAListenerThrows() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.destinationListener = new TransmissionListener() {
            @Override
            public void arrived(MessageId message, int attempt, long arrivedNanos) {
                throw new IllegalStateException("thrown by the test");
            }
        };
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("order");
            await().until(() -> pair.oracle().status().parked() == 0
                    && pair.oracle().backlog().isEmpty());
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("order"));
        }
    }

    @Test
    void shouldCountEchoesThatAreMalformedOrRefused() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.echoingDestination = false;
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            String sequence = source.sequences.get(0);
            pair.destinationBus
                    .getOutInterceptors()
                    .add(new LyingDestination(
                            "<ro:Echo xmlns:ro='" + NAMESPACE + "'><ro:Arrival sequence='" + sequence
                                    + "' message='2' transmission='77' heldMicros='0'/><ro:Arrival sequence='"
                                    + sequence + "' message='x' transmission='1' heldMicros='0'/></ro:Echo>",
                            0));
            pair.orders.put("second");
            await().until(() -> source.acknowledged.size() == 2);
            assertThat(pair.oracle().status().rejectedEchoes()).isEqualTo(2);
        }
    }

    /** Writes nonsense beside the acknowledgements. */
    private static final class LyingDestination extends AbstractSoapInterceptor {
        private final String header;
        private final long beyond;

        LyingDestination(String header, long beyond) {
            super(Phase.PRE_PROTOCOL);
            addBefore(RMSoapOutInterceptor.class.getName());
            this.header = header;
            this.beyond = beyond;
        }

        @Override
        public void handleMessage(SoapMessage message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
            if (properties == null || properties.getAcks() == null) {
                return;
            }
            try {
                message.getHeaders()
                        .add(new SoapHeader(
                                new QName(NAMESPACE, "Echo"),
                                StaxUtils.read(new StringReader(header)).getDocumentElement()));
            } catch (XMLStreamException e) {
                throw new Fault(e);
            }
            if (beyond > 0) {
                for (SequenceAcknowledgement acknowledgement : properties.getAcks()) {
                    AcknowledgementRange range = new AcknowledgementRange();
                    range.setLower(beyond);
                    range.setUpper(beyond);
                    acknowledgement.getAcknowledgementRange().add(range);
                }
            }
        }
    }

    @Test
    void shouldNotLearnFromALyingEcho() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.echoingDestination = false;
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            String sequence = source.sequences.get(0);
            pair.destinationBus
                    .getOutInterceptors()
                    .add(new LyingDestination(
                            "<ro:Echo xmlns:ro='" + NAMESPACE + "'><ro:Arrival sequence='" + sequence
                                    + "' message='2' transmission='77' heldMicros='0'/><ro:Arrival sequence='"
                                    + sequence + "' message='3' transmission='1' heldMicros='99999999999'/></ro:Echo>",
                            0));
            pair.orders.put("second");
            pair.orders.put("third");
            await().until(() -> source.acknowledged.size() == 3);
            assertThat(pair.path().samples())
                    .containsEntry(SampleUse.UNAMBIGUOUS, 1L)
                    .containsEntry(SampleUse.REJECTED, 2L);
        }
    }

    @Test
    void shouldIgnoreAnAcknowledgementOfWhatWasNeverSent() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "500ms");
        setup.sourceListener = source;
        setup.echoingDestination = false;
        try (ReliablePair pair = new ReliablePair(setup)) {
            LyingDestination liar = new LyingDestination("<ro:Echo xmlns:ro='" + NAMESPACE + "'/>", 1_000_000);
            pair.destinationBus.getOutInterceptors().add(liar);
            pair.orders.put("order");
            await().until(() -> pair.path().rejectedAcknowledgements() >= 2);
            assertThat(source.acknowledged).isEmpty();
            assertThat(pair.oracle().backlog().unacknowledged()).isOne();
            assertThat(pair.path().samples()).isEmpty();
        }
    }

    /** Acknowledges another sequence too, before that of the source. */
    private static final class TwoAcknowledgements extends AbstractSoapInterceptor {
        TwoAcknowledgements() {
            super(Phase.PRE_PROTOCOL);
            addBefore(RMSoapOutInterceptor.class.getName());
        }

        @Override
        public void handleMessage(SoapMessage message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
            if (properties == null || (properties.getAcks() == null && properties.getSequence() == null)) {
                return;
            }
            Identifier unknown = new Identifier();
            unknown.setValue("urn:uuid:unknown");
            AcknowledgementRange range = new AcknowledgementRange();
            range.setLower(1L);
            range.setUpper(9L);
            SequenceAcknowledgement other = new SequenceAcknowledgement();
            other.setIdentifier(unknown);
            other.getAcknowledgementRange().add(range);
            List<SequenceAcknowledgement> both =
                    new ArrayList<>(Objects.requireNonNullElse(properties.getAcks(), List.of()));
            both.add(0, other);
            properties.setAcks(both);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountAnAcknowledgementBesideThatOfAnUnknownSequence(boolean decoupled) {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.sourceListener = source;
        setup.echoingDestination = false;
        setup.decoupled = decoupled;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.destinationBus.getOutInterceptors().add(new TwoAcknowledgements());
            pair.orders.put("first");
            assertThat(pair.orders.price("second")).isEqualTo("price of second");
            await().until(() -> source.acknowledged.size() == 2);
        }
    }

    /** Covers a client that acknowledges answers of an earlier process of the service, or of another one at its address. */
    @Test
    void shouldAcceptAMessageThatAcknowledgesAnUnknownSequence() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            pair.sourceBus.getOutInterceptors().add(new TwoAcknowledgements());
            pair.orders.put("first");
            assertThat(pair.orders.price("second")).isEqualTo("price of second");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(pair.path().moves()).isZero();
            assertThat(pair.deliveredSorted()).containsExactly("first", "second");
        }
    }
}
