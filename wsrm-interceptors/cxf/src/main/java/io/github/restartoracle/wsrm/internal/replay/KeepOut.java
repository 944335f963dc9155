package io.github.restartoracle.wsrm.internal.replay;

import io.github.restartoracle.internal.inbound.KeptResponses;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.internal.capture.SecuredAnswer;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import io.github.restartoracle.wsrm.internal.sequence.CallContext;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Keeps the response to a reliable request in the form that the transport gets, a fault included; or, if WS-Security takes part,
 * as it is before that. Thread-safe.
 */
final class KeepOut extends AbstractPhaseInterceptor<Message> {
    /** The maximum length of a response that is kept. */
    private static final long MOST_BYTES = 4L << 20;

    /** An estimate of the memory of a response beside its content. */
    private static final long OVERHEAD_BYTES = 1024;

    private final KeptResponses<ReplayIn.KeptResponse> responses;

    KeepOut(KeptResponses<ReplayIn.KeptResponse> responses) {
        super(Phase.PREPARE_SEND);
        // As close to the transport as possible: compression and the like write into the stream that is set here.
        addAfter(MessageSenderInterceptor.class.getName());
        addBefore("org.apache.cxf.transport.common.gzip.GZIPOutInterceptor");
        this.responses = responses;
    }

    @Override
    public void handleMessage(Message message) {
        MessageId request = ReplayIn.request(message);
        OutputStream transport = message.getContent(OutputStream.class);
        if (request == null
                || transport == null
                || MessageUtils.isRequestor(message)
                || MessageUtils.isPartialResponse(message)) {
            return;
        }
        if (SecuredAnswer.isOne(message)) {
            message.setContent(OutputStream.class, KeepingStream.ofNothing(transport));
            SecuredAnswer.capture(message, answer -> keep(request, answer.size(), answer::send));
        } else {
            message.setContent(
                    OutputStream.class,
                    new KeepingStream(
                            transport, MOST_BYTES, body -> keep(request, body.length, written(message, body))));
        }
    }

    /** Gives up the response to a request when not even a fault can be written, as when its message cannot be stored. */
    static ChainStep lost(KeptResponses<ReplayIn.KeptResponse> responses) {
        return new ChainStep(KeepOut.class.getName() + ".Lost", Phase.SETUP, message -> {}, message -> {
            MessageId request = ReplayIn.request(message);
            if (request != null) {
                responses.lost(request);
            }
        });
    }

    private void keep(MessageId request, long bytes, ReplayIn.KeptResponse response) {
        if (bytes <= MOST_BYTES) {
            responses.answered(request, response, OVERHEAD_BYTES + bytes);
        }
    }

    /** Returns the response as it was written to the transport. The body is not copied. */
    private static ReplayIn.KeptResponse written(Message message, byte[] body) {
        Object code = message.get(Message.RESPONSE_CODE);
        Object contentType = message.get(Message.CONTENT_TYPE);
        Map<String, List<String>> headers =
                CallContext.copy(message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> sent ? sent : Map.of());
        // The transport computes the length again.
        headers.remove("Content-Length");
        return (exchange, back) -> {
            Message copy = exchange.getEndpoint().getBinding().createMessage();
            copy.setExchange(exchange);
            exchange.setOutMessage(copy);
            copy.put(Message.PROTOCOL_HEADERS, CallContext.copy(headers));
            if (code instanceof Integer) {
                copy.put(Message.RESPONSE_CODE, code);
            }
            if (contentType instanceof String) {
                copy.put(Message.CONTENT_TYPE, contentType);
            }
            back.prepare(copy);
            try (OutputStream stream = copy.getContent(OutputStream.class)) {
                stream.write(body);
            }
            back.close(copy);
        };
    }
}
