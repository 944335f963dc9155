package io.github.restartoracle.wsrm.internal.capture;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.MessageImpl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainEnvelopeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<",
                "<a>",
                "<?xml version='1.0'?><s:Envelope><s:Header></s:Header></s:Envelope>",
                "<s:Envelope><s:Header/><s:Body/></s:Envelope>",
                "<s:Envelope><s:Header id='1'></s:Header></s:Envelope>",
                "<s:Envelope><t:Header></t:Header></s:Envelope>",
                "<s:Envelope><s:Body><s:Header></s:Header></s:Body></s:Envelope>",
                "<s:Envelope x='>'><s:Header></s:Header></s:Envelope>",
                "<s:Envelope> <s:Header></s:Header></s:Envelope>",
                "<s:Envelope><!-- s:Header></s:Envelope>"
            })
    void shouldRefuseAnotherBeginningThanThatOfCxf(String envelope) {
        assertThatThrownBy(() -> PlainEnvelope.write(
                        new ByteArrayInputStream(envelope.getBytes(StandardCharsets.UTF_8)),
                        new SoapMessage(new MessageImpl())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("headers");
    }
}
