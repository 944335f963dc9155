package io.github.restartoracle.wsrm.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.AttemptListener;
import io.github.restartoracle.internal.attempt.ConnectionReuse;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.time.ManualClock;
import jakarta.activation.DataHandler;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.attachment.AttachmentImpl;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.model.SoapBindingInfo;
import org.apache.cxf.binding.soap.saaj.SAAJOutInterceptor;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.junit.jupiter.api.Test;

class TemplateTest {
    private final AtomicInteger closed = new AtomicInteger();

    private Message captured(CachedOutputStream saved) {
        SoapMessage message = new SoapMessage(new MessageImpl());
        Exchange exchange = new ExchangeImpl();
        exchange.put(
                org.apache.cxf.binding.Binding.class,
                new SoapBinding(new SoapBindingInfo(new ServiceInfo(), "http://schemas.xmlsoap.org/wsdl/soap/")));
        exchange.setOutMessage(message);
        message.put(RMMessageConstants.SAVED_CONTENT, saved);
        message.put(RMMessageConstants.ATTACHMENTS_CLOSEABLE, (Closeable) closed::incrementAndGet);
        return message;
    }

    private static Attempt attempt(int number) {
        PathResources resources = PathResources.withoutThreads(new ManualClock());
        return new Attempt(number, 0, resources, ConnectionReuse.ANY, new AttemptListener() {});
    }

    private static CachedOutputStream inFile() throws IOException {
        CachedOutputStream saved = new CachedOutputStream(10);
        saved.write("longer than the threshold".getBytes(StandardCharsets.UTF_8));
        saved.flush();
        assertThat(saved.getTempFile()).exists();
        return saved;
    }

    @Test
    void shouldKeepTheContentWhileAnAttemptReadsIt() throws IOException {
        CachedOutputStream saved = inFile();
        File file = saved.getTempFile();
        Template template = Template.of(captured(saved));
        assertThat(template.hold()).isTrue();
        template.release();
        assertThat(closed).hasValue(0);
        try (InputStream content = saved.getInputStream()) {
            assertThat(content.readAllBytes()).hasSize(25);
        }
        template.release();
        assertThat(closed).hasValue(1);
        assertThat(file).doesNotExist();
        assertThat(template.hold()).isFalse();
    }

    @Test
    void shouldDeleteTheFileThoughTheCaptureNeverClosedItsStream() throws IOException {
        CachedOutputStream saved = inFile();
        File file = saved.getTempFile();
        InputStream neverClosed = saved.getInputStream();
        Template.of(captured(saved)).release();
        assertThat(file).doesNotExist();
        neverClosed.close();
    }

    /** Covers the memory of an attachment, which counts, and the file of a large one, which is deleted. */
    @Test
    void shouldHoldAttachmentsInMemoryOrInAFile() throws IOException {
        Message original = captured(new CachedOutputStream());
        original.remove(RMMessageConstants.ATTACHMENTS_CLOSEABLE);
        long without = Template.of(original).heapBytes();
        byte[] small = new byte[1000];
        byte[] large = new byte[1 << 20];
        AttachmentImpl one = new AttachmentImpl("one", new DataHandler(new ByteArrayDataSource(small, "image/png")));
        one.setHeader("X-Own", "1");
        AttachmentImpl other = new AttachmentImpl("other", new DataHandler(new ByteArrayDataSource(large, "a/b")));
        original.setAttachments(List.of(one, other));
        Template template = Template.of(original);
        assertThat(template.heapBytes()).isEqualTo(without + small.length);
        assertThat(template.size()).isEqualTo(small.length + large.length);
        for (Message each : List.of(original, template.copy(attempt(1)), template.copy(attempt(2)))) {
            assertThat(each.getAttachments())
                    .hasSize(2)
                    .allSatisfy(
                            attachment -> assertThat(attachment.getDataHandler().getInputStream())
                                    .hasBinaryContent(attachment.getId().equals("one") ? small : large));
            Attachment first = each.getAttachments().iterator().next();
            assertThat(first.getDataHandler().getContentType()).isEqualTo("image/png");
            assertThat(first.getHeader("X-Own")).isEqualTo("1");
        }
        template.release();
        assertThat(original.getAttachments())
                .last()
                .satisfies(attachment -> assertThatThrownBy(
                                () -> attachment.getDataHandler().getInputStream())
                        .isInstanceOf(IOException.class));
    }

    @Test
    void shouldShareNothingBetweenCopiesThatTheTransportWrites() throws IOException {
        Message original = captured(new CachedOutputStream());
        Map<String, List<String>> headers = new TreeMap<>();
        headers.put("X-Application", new ArrayList<>(List.of("a")));
        original.put(Message.PROTOCOL_HEADERS, headers);
        original.put(Message.ENDPOINT_ADDRESS, "http://destination");
        Template template = Template.of(original);
        Attempt first = attempt(1);
        Attempt second = attempt(2);
        SoapMessage one = template.copy(first);
        SoapMessage other = template.copy(second);
        Map<String, List<String>> ofOne = CastUtils.cast((Map<?, ?>) one.get(Message.PROTOCOL_HEADERS));
        ofOne.getOrDefault("x-application", new ArrayList<>()).add("b");
        assertThat(ofOne).containsEntry("X-Application", List.of("a", "b"));
        assertThat(CastUtils.cast((Map<?, ?>) other.get(Message.PROTOCOL_HEADERS)))
                .containsEntry("X-Application", List.of("a"));
        assertThat(one.get(Message.ENDPOINT_ADDRESS)).isEqualTo("http://destination");
        assertThat(Attempt.of(one)).isSameAs(first);
        assertThat(Attempt.of(other)).isSameAs(second);
        assertThat(one.getExchange()).isNotSameAs(other.getExchange()).isNotSameAs(original.getExchange());
        assertThat(one.getExchange().getOutMessage()).isSameAs(one);
        assertThat(one.getHeaders()).isNotSameAs(other.getHeaders());
    }

    /** Guards against WS-Security writing its document with that writer, whose stream is closed. */
    @Test
    void shouldNotKeepTheWriterOfTheFirstTransmission() throws IOException {
        Message original = captured(new CachedOutputStream());
        original.put(SAAJOutInterceptor.ORIGINAL_XML_WRITER, "a writer");
        assertThat(Template.of(original).copy(attempt(2))).doesNotContainKey(SAAJOutInterceptor.ORIGINAL_XML_WRITER);
    }

    /** Sets the answer as CXF does it. */
    private static Message answer(Exchange exchange) {
        Message answer = new MessageImpl();
        synchronized (exchange) {
            exchange.put(ClientImpl.FINISHED, true);
            exchange.setInMessage(answer);
        }
        return answer;
    }

    @Test
    void shouldHandTheFirstCompleteAnswerOverToTheCaller() throws IOException {
        Message original = captured(new CachedOutputStream());
        Exchange caller = original.getExchange();
        Template template = Template.of(original, new ByteArrayOutputStream(), true);
        Exchange one = template.copy(attempt(1)).getExchange();
        Exchange two = template.copy(attempt(2)).getExchange();
        Exchange three = template.copy(attempt(3)).getExchange();
        caller.put("read", "an answer in it");
        assertThat(template.copy(attempt(4)).getExchange()).doesNotContainKey("read");
        one.setInMessage(new MessageImpl());
        assertThat(caller.getInMessage()).as("an acknowledgement alone").isNull();
        assertThat(template.awaitsAnswerBeside(one.getInMessage())).isFalse();
        assertThat(template.awaitsAnswerBeside(null)).isTrue();
        Message first = answer(two);
        answer(three);
        assertThat(caller.getInMessage()).isSameAs(first);
        assertThat(caller).containsEntry(ClientImpl.FINISHED, true);
        assertThat(first.getExchange()).isSameAs(two);
        assertThat(template.awaitsAnswerBeside(null)).isFalse();
    }

    @Test
    void shouldAwaitNoAnswerForACallerWhoseTimeIsOver() throws IOException {
        Message original = captured(new CachedOutputStream());
        Template template = Template.of(original, new ByteArrayOutputStream(), true);
        assertThat(template.awaitsAnswerBeside(null)).isTrue();
        original.getExchange().setOutMessage(original);
        original.put(ClientImpl.SYNC_TIMEOUT, 0);
        assertThat(template.awaitsAnswerBeside(null)).isFalse();
    }
}
