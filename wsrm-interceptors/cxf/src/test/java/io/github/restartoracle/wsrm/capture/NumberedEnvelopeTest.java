package io.github.restartoracle.wsrm.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.SoapVersion;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.v200702.AckRequestedType;
import org.apache.cxf.ws.rm.v200702.CloseSequenceType;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberedEnvelopeTest {
    private static final String PLAIN =
            "<soap:Envelope xmlns:soap=\"urn:soap\"><soap:Header><a/></soap:Header><soap:Body>\u20ac</soap:Body></soap:Envelope>";

    private final RMProperties properties = properties();

    private static RMProperties properties() {
        Identifier identifier = new Identifier();
        identifier.setValue("urn:a&b");
        SequenceType sequence = new SequenceType();
        sequence.setIdentifier(identifier);
        sequence.setMessageNumber(17L);
        RMProperties properties = new RMProperties();
        properties.exposeAs("urn:rm");
        properties.setSequence(sequence);
        return properties;
    }

    private static @Nullable String numbered(String envelope, SoapVersion version, @Nullable RMProperties properties)
            throws XMLStreamException, IOException {
        NumberedEnvelope numbered = NumberedEnvelope.of(envelope.getBytes(StandardCharsets.UTF_8), version, properties);
        if (numbered == null) {
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        numbered.writeTo(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPutTheNumberInFrontOfTheOtherHeaders() throws Exception {
        assertThat(numbered(PLAIN, Soap11.getInstance(), properties))
                .isEqualTo("<soap:Envelope xmlns:soap=\"urn:soap\"><soap:Header>"
                        + "<wsrm:Sequence xmlns:wsrm=\"urn:rm\" xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\""
                        + " s:mustUnderstand=\"1\"><wsrm:Identifier>urn:a&amp;b</wsrm:Identifier>"
                        + "<wsrm:MessageNumber>17</wsrm:MessageNumber></wsrm:Sequence>"
                        + "<a/></soap:Header><soap:Body>\u20ac</soap:Body></soap:Envelope>");
        assertThat(numbered(
                        "<Envelope><Header/></Envelope>".replace("/></", "></Header></"),
                        Soap12.getInstance(),
                        properties))
                .contains("<Header><wsrm:Sequence")
                .contains("xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<",
                "<a>",
                "<?xml version='1.0'?><s:Envelope><s:Header></s:Header></s:Envelope>",
                "<s:Envelope><s:Header/><s:Body/></s:Envelope>",
                "<s:Envelope><s:Header id='1'></s:Header></s:Envelope>",
                "<s:Envelope><s:Body><s:Header></s:Header></s:Body></s:Envelope>",
                "<s:Envelope x='>'><s:Header></s:Header></s:Envelope>",
                "<s:Envelope> <s:Header></s:Header></s:Envelope>",
                "<s:Envelope><!-- x:Header></s:Envelope>"
            })
    void shouldLeaveAnotherBeginningAlone(String envelope) throws Exception {
        assertThat(numbered(envelope, Soap11.getInstance(), properties)).isNull();
    }

    @Test
    void shouldLeaveAloneWhatSaysMoreThanANumber() throws Exception {
        assertThat(numbered(PLAIN, Soap11.getInstance(), null)).isNull();
        assertThat(numbered(PLAIN, Soap11.getInstance(), new RMProperties())).isNull();
        RMProperties acknowledging = properties();
        acknowledging.setAcks(List.of(new SequenceAcknowledgement()));
        assertThat(numbered(PLAIN, Soap11.getInstance(), acknowledging)).isNull();
        RMProperties requesting = properties();
        requesting.setAcksRequested(List.of(new AckRequestedType()));
        assertThat(numbered(PLAIN, Soap11.getInstance(), requesting)).isNull();
        RMProperties closing = properties();
        closing.setCloseSequence(new CloseSequenceType());
        assertThat(numbered(PLAIN, Soap11.getInstance(), closing)).isNull();
    }
}
