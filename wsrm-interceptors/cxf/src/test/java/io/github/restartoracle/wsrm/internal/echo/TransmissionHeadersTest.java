package io.github.restartoracle.wsrm.internal.echo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.time.ManualClock;
import java.io.StringReader;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.headers.Header;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.staxutils.StaxUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

class TransmissionHeadersTest {
    private final SoapMessage message = new SoapMessage(new MessageImpl());
    private final RejectedEchoes rejected = new RejectedEchoes(new ManualClock());

    private void header(String xml) throws XMLStreamException {
        Element element = StaxUtils.read(new StringReader(
                        xml.replaceFirst("(<ro:\\w+)", "$1 xmlns:ro=\"" + TransmissionHeaders.NAMESPACE + "\"")))
                .getDocumentElement();
        message.getHeaders()
                .add(new SoapHeader(
                        new javax.xml.namespace.QName(element.getNamespaceURI(), element.getLocalName()), element));
    }

    /** Returns the echo of the parsed header; the one that is read from the stream is the same. */
    private Arrival echo() {
        Arrival arrival = arrival();
        long before = rejected.count();
        TransmissionHeaders.readEcho(message, arrival, rejected);
        long refused = rejected.count() - before;
        Arrival streamed = arrival();
        Header header = message.getHeader(TransmissionHeaders.ECHO);
        RejectedEchoes others = new RejectedEchoes(new ManualClock());
        if (header != null) {
            readFromStream(StaxUtils.toString((Element) header.getObject()), streamed, others);
        }
        assertThat(streamed).usingRecursiveComparison().isEqualTo(arrival);
        assertThat(others.count()).isEqualTo(refused);
        return arrival;
    }

    private static void readFromStream(String header, Arrival into, RejectedEchoes others) {
        try {
            XMLStreamReader reader =
                    StaxUtils.createXMLStreamReader(new StringReader("<all>" + header + "<next/></all>"));
            reader.nextTag();
            reader.nextTag();
            TransmissionHeaders.readEcho(reader, into, others);
            assertThat(reader.getLocalName()).isEqualTo("Echo");
            reader.nextTag();
            assertThat(reader.getLocalName()).isEqualTo("next");
        } catch (XMLStreamException e) {
            throw new AssertionError(e);
        }
    }

    private final Arrival arrival = arrival();

    private Arrival arrival() {
        Arrival.record(message, 42);
        return Objects.requireNonNull(Arrival.of(message));
    }

    @Test
    void shouldReadTheTransmissionNumberThatWasWrittenLast() {
        TransmissionHeaders.writeTransmission(message, 1, 5);
        TransmissionHeaders.writeTransmission(message, 7, 0);
        assertThat(message.getHeaders()).hasSize(1);
        assertThat(transmission()).isEqualTo(7);
        assertThat(arrival.isNumbered()).isTrue();
        assertThat(arrival.after()).isZero();
    }

    private int transmission() {
        return TransmissionHeaders.readTransmission(message, arrival);
    }

    @Test
    void shouldReadTheMessageThatComesFirst() {
        TransmissionHeaders.writeTransmission(message, 1, 5);
        assertThat(transmission()).isOne();
        assertThat(arrival.after()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", " ", "1.5", "9223372036854775808"})
    void shouldTakeAnImpossibleMessageThatComesFirstForAnInvalidHeader(String after) throws XMLStreamException {
        header("<ro:Transmission after='" + after + "'>1</ro:Transmission>");
        assertThat(transmission()).isZero();
        assertThat(arrival.isNumbered()).isFalse();
        assertThat(arrival.after()).isZero();
    }

    @Test
    void shouldReadTheEchoThatWasWritten() {
        TransmissionHeaders.writeEcho(
                message,
                new TransmissionHeaders.Said(
                        List.of(
                                new TransmissionHeaders.Arrived("urn:s", 3, 2, 1_000_000),
                                new TransmissionHeaders.Arrived("urn:s", 4, 1, 9_000_000)),
                        false,
                        false,
                        5_000_999));
        Arrival arrival = echo();
        assertThat(arrival.deliversInOrder()).isFalse();
        assertThat(arrival.keepsCallerOrder()).isFalse();
        assertThat(arrival.nanos()).isEqualTo(42);
        assertThat(arrival.echo("urn:s", 3)).isEqualTo(new Echo(2, 4_000_000));
        assertThat(arrival.echo("urn:s", 4)).as("a clock that went back").isEqualTo(new Echo(1, 0));
        assertThat(arrival.echo("urn:other", 3)).isNull();
        assertThat(arrival.echo("urn:s", 5)).isNull();
    }

    @Test
    void shouldReadThatTheDestinationDeliversInOrder() {
        TransmissionHeaders.writeEcho(message, new TransmissionHeaders.Said(List.of(), true, false, 0));
        assertThat(echo().deliversInOrder()).isTrue();
    }

    @Test
    void shouldReadThatTheDestinationKeepsTheOrderOfCallers() {
        TransmissionHeaders.writeEcho(message, new TransmissionHeaders.Said(List.of(), false, true, 0));
        assertThat(echo().keepsCallerOrder()).isTrue();
        assertThat(echo().deliversInOrder()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "2147483648",
                "1.5",
                "one",
                "<b>1</b>x",
                "99999999999999999999999999",
                "1 2",
                "&#9731;",
                "<ro:Transmission>"
            })
    void shouldTakeAnImpossibleTransmissionNumberForNone(String content) throws XMLStreamException {
        header("<ro:Transmission>" + content.replace("<ro:Transmission>", "<ro:x/>") + "</ro:Transmission>");
        assertThat(transmission()).isZero();
    }

    @Test
    void shouldAllowBlanksAroundTheTransmissionNumber() throws XMLStreamException {
        header("<ro:Transmission>\n 12 </ro:Transmission>");
        assertThat(transmission()).isEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "message='1' transmission='1'",
                "message='1' heldMicros='1'",
                "transmission='1' heldMicros='1'",
                "message='x' transmission='1' heldMicros='1'",
                "message='0' transmission='1' heldMicros='1'",
                "message='1' transmission='2147483648' heldMicros='1'",
                "message='1' transmission='1' heldMicros='9223372036854775807'",
                "message='1' transmission='1' heldMicros='9223372036854776'",
                "message='1' transmission='1' heldMicros='-9223372036854775808'",
                "message='99999999999999999999' transmission='1' heldMicros='1'",
                "message='1' transmission='1' heldMicros='NaN'"
            })
    void shouldIgnoreAMalformedArrivalAndReadTheNext(String attributes) throws XMLStreamException {
        header("<ro:Echo>text<ro:Arrival sequence='s' " + attributes + "/><other/>"
                + "<ro:Arrival sequence='s' message='2' transmission='1' heldMicros='5'/></ro:Echo>");
        Arrival arrival = echo();
        assertThat(arrival.echo("s", 1)).isNull();
        assertThat(arrival.echo("s", 2)).isEqualTo(new Echo(1, 5_000));
        assertThat(rejected.count()).isOne();
    }

    @Test
    void shouldKeepTheFirstOfTwoArrivalsOfOneMessage() throws XMLStreamException {
        header("<ro:Echo><ro:Arrival sequence='s' message='1' transmission='2' heldMicros='5'/>"
                + "<ro:Arrival sequence='s' message='1' transmission='3' heldMicros='6'/></ro:Echo>");
        assertThat(echo().echo("s", 1)).isEqualTo(new Echo(2, 5_000));
    }

    @Test
    void shouldReadNoMoreArrivalsThanAreEverSent() throws XMLStreamException {
        StringBuilder echo = new StringBuilder("<ro:Echo>");
        IntStream.rangeClosed(1, 1000)
                .forEach(number -> echo.append("<ro:Arrival sequence='s' message='")
                        .append(number)
                        .append("' transmission='1' heldMicros='0'/>"));
        header(echo.append("</ro:Echo>").toString());
        Arrival arrival = echo();
        assertThat(arrival.echo("s", TransmissionHeaders.MAX_ARRIVALS)).isNotNull();
        assertThat(arrival.echo("s", TransmissionHeaders.MAX_ARRIVALS + 1)).isNull();
    }

    @Test
    void shouldReadNothingWhereThereAreNoHeaders() {
        assertThat(transmission()).isZero();
        assertThat(echo().echo("s", 1)).isNull();
    }
}
