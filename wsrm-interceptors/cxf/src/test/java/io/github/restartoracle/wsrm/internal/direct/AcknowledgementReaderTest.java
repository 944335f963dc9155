package io.github.restartoracle.wsrm.internal.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcknowledgementReaderTest {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String RM = "http://docs.oasis-open.org/ws-rx/wsrm/200702";
    private static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";
    private static final String ACTION = "<a:Action>" + RM + "/SequenceAcknowledgement</a:Action>";
    private static final String ONE = acknowledgement("<r:AcknowledgementRange Upper='3' Lower='1'/>");

    private final List<String> echoes = new ArrayList<>();

    private static String acknowledgement(String content) {
        return "<r:SequenceAcknowledgement><r:Identifier> urn:s </r:Identifier>" + content
                + "</r:SequenceAcknowledgement>";
    }

    private static String envelope(String headers, String body) {
        return "<?xml version='1.0'?><s:Envelope xmlns:s='" + SOAP + "' xmlns:a='" + ADDRESSING + "' xmlns:r='" + RM
                + "'>\n<s:Header>\n" + headers + "</s:Header> <s:Body>" + body + "</s:Body></s:Envelope>";
    }

    private List<String> read(String envelope) throws XMLStreamException {
        return new AcknowledgementReader(envelope.getBytes(StandardCharsets.UTF_8), "UTF-8", reader -> {
                    echoes.add(reader.getLocalName());
                    if (!reader.getLocalName().equals("Echo")) {
                        return false;
                    }
                    reader.nextTag();
                    return true;
                })
                .read().stream().map(AcknowledgementReaderTest::text).toList();
    }

    private static String text(SequenceAcknowledgement acknowledgement) {
        StringBuilder text = new StringBuilder(acknowledgement.getIdentifier().getValue());
        acknowledgement
                .getAcknowledgementRange()
                .forEach(range ->
                        text.append(' ').append(range.getLower()).append('-').append(range.getUpper()));
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "http://schemas.xmlsoap.org/soap/envelope/, http://docs.oasis-open.org/ws-rx/wsrm/200702, http://www.w3.org/2005/08/addressing",
        "http://www.w3.org/2003/05/soap-envelope, http://docs.oasis-open.org/ws-rx/wsrm/200702, http://www.w3.org/2005/08/addressing",
        "http://schemas.xmlsoap.org/soap/envelope/, http://schemas.xmlsoap.org/ws/2005/02/rm, http://www.w3.org/2005/08/addressing",
        "http://schemas.xmlsoap.org/soap/envelope/, http://schemas.xmlsoap.org/ws/2005/02/rm, http://schemas.xmlsoap.org/ws/2004/08/addressing"
    })
    void shouldReadEachVersion(String soap, String rm, String addressing) throws XMLStreamException {
        String envelope = envelope(ACTION + "<a:RelatesTo><b>x</b></a:RelatesTo>" + ONE, "");
        assertThat(read(envelope.replace(SOAP, soap).replace(RM, rm).replace(ADDRESSING, addressing)))
                .containsExactly("urn:s 1-3");
    }

    @Test
    void shouldReadSeveralRangesAndSequencesAndTheEcho() throws XMLStreamException {
        String ranges =
                "<r:AcknowledgementRange Upper='3' Lower='1'/><r:AcknowledgementRange Lower=' 5 ' Upper='9'/><r:None/>";
        assertThat(read(envelope(acknowledgement(ranges) + "<o:Echo xmlns:o='urn:o'/>" + ONE + ACTION, "")))
                .containsExactly("urn:s 1-3 5-9", "urn:s 1-3");
        assertThat(echoes).containsExactly("Echo");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<r:Final/>",
                "<r:None/>",
                "<r:Nack>2</r:Nack>",
                "<x:AcknowledgementRange xmlns:x='urn:x' Upper='3' Lower='1'/>",
                "<r:AcknowledgementRange Upper='3'/>",
                "<r:AcknowledgementRange Upper='3' Lower='one'/>",
                "<r:AcknowledgementRange Upper='99999999999999999999' Lower='1'/>"
            })
    void shouldLeaveAnythingButRangesToTheChain(String content) throws XMLStreamException {
        assertThat(read(envelope(ACTION + acknowledgement(content), ""))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<x:Session xmlns:x='urn:x'/>",
                "<r:AckRequested><r:Identifier>urn:s</r:Identifier></r:AckRequested>",
                "<r:Sequence><r:Identifier>urn:t</r:Identifier><r:MessageNumber>1</r:MessageNumber></r:Sequence>"
            })
    void shouldLeaveOtherHeadersToTheChain(String header) throws XMLStreamException {
        assertThat(read(envelope(ACTION + ONE + header, ""))).isEmpty();
    }

    @Test
    void shouldLeaveWhatIsNoAcknowledgementToTheChain() throws XMLStreamException {
        assertThat(read(envelope(ONE, ""))).isEmpty();
        assertThat(read(envelope("<a:Action>urn:order</a:Action>" + ONE, ""))).isEmpty();
        assertThat(read(envelope(ACTION, ""))).isEmpty();
        assertThat(read(envelope(ACTION + ONE, "<order/>"))).isEmpty();
        assertThat(read("<html/>")).isEmpty();
        assertThat(read(envelope(ACTION + ONE, "").replace("Header", "Head"))).isEmpty();
        assertThat(read(envelope(ACTION + ONE.replaceFirst("<r:Identifier>.*</r:Identifier>", ""), "")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no xml", "<s:Envelope", "<!DOCTYPE x [<!ENTITY e 'x'>]><x>&e;</x>"})
    void shouldSayThatItIsNoXml(String envelope) {
        assertThatExceptionOfType(XMLStreamException.class).isThrownBy(() -> read(envelope));
    }
}
