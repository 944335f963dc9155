package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import io.github.restartoracle.wsrm.internal.runtime.Drain;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.FaultMode;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.RMCaptureOutInterceptor;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The sequences in which a service answers at the addresses of its clients. If a client has offered none, or it has ended, CXF
 * requests one and waits for it without end, and with it all answers of the endpoint (RMManager.getSequence, Source.awaitCurrent).
 * Here the wait has a limit, after which the answer is sent once, without a sequence. Thread-safe.
 */
public final class AnswerSequences {
    private static final Logger LOG = Logs.of(AnswerSequences.class);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** The time for which no sequence is requested for an endpoint after none has come. */
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** The requests for one endpoint, which holds them. */
    private static final class Requests {
        private @Nullable Long failedNanos;
    }

    private final RMManager manager;
    private final NanoClock clock;

    /** Creates the sequences of a bus. */
    public AnswerSequences(RMManager manager, NanoClock clock) {
        this.manager = manager;
        this.clock = clock;
    }

    /** Returns an interceptor that sees to the sequence of each answer, before CXF looks for it. */
    public ChainStep step() {
        return new ChainStep(AnswerSequences.class.getName(), Phase.PRE_STREAM, this::prepare)
                .before(RMCaptureOutInterceptor.class.getName());
    }

    private void prepare(Message answer) {
        try {
            if (isAnswer(answer) && !awaitSequence(answer)) {
                LOG.warn(
                        "An answer of {} is sent once only: its client has no sequence for answers, and creates none",
                        RmHeaders.application(answer).getEndpointInfo().getName());
                sendWithout(answer);
            }
        } catch (RMException e) {
            throw new Fault(e);
        }
    }

    /** Returns whether a message is an answer that has no number yet, other than one that is transmitted once more. */
    private static boolean isAnswer(Message message) {
        FaultMode mode = MessageUtils.getFaultMode(message);
        return !MessageUtils.isRequestor(message)
                && RmHeaders.sequence(message, true) == null
                && !MessageUtils.isPartialResponse(message)
                // CXF sends other faults without a sequence.
                && (mode == null || mode == FaultMode.CHECKED_APPLICATION_FAULT)
                && RMContextUtils.retrieveMAPs(message, false, true) != null
                && !RMContextUtils.isRMProtocolMessage(RmHeaders.action(message, true));
    }

    /** Returns whether there is a sequence for an answer, and requests one if need be. */
    private boolean awaitSequence(Message answer) throws RMException {
        AddressingProperties asked = RMContextUtils.retrieveMAPs(answer, false, false);
        if (asked == null || asked.getReplyTo() == null || ContextUtils.isGenericAddress(asked.getReplyTo())) {
            // CXF requests none.
            return true;
        }
        SequenceType header = RmHeaders.sequence(answer, false);
        Identifier of = header == null ? null : header.getIdentifier();
        Source source = manager.getSource(answer);
        if (CxfInternals.associated(source, of) != null) {
            return true;
        }
        Requests requests = (Requests) RmHeaders.application(answer)
                .computeIfAbsent(AnswerSequences.class.getName(), absent -> new Requests());
        synchronized (requests) {
            SourceSequence sequence = CxfInternals.associated(source, of);
            if (sequence == null && !hasFailed(requests)) {
                request(source, of, asked, manager.getEffectiveConfiguration(answer));
                sequence = CxfInternals.associated(source, of);
                requests.failedNanos = sequence == null ? clock.nanoTime() : null;
            }
            if (sequence != null) {
                sequence.setTarget(asked.getReplyTo());
            }
            return sequence != null;
        }
    }

    private boolean hasFailed(Requests requests) {
        Long failedNanos = requests.failedNanos;
        return failedNanos != null && clock.nanoTime() - failedNanos < PAUSE_NANOS;
    }

    /** Requests a sequence as CXF does. Its response comes to the address of the service. */
    private void request(
            Source source, @Nullable Identifier of, AddressingProperties asked, RMConfiguration configuration)
            throws RMException {
        asked.exposeAs(configuration.getAddressingNamespace());
        RMEndpoint endpoint = source.getReliableEndpoint();
        CxfInternals.answersTo(endpoint.getServant(), of);
        SequenceWork.run(false, LIMIT, () -> {
            try {
                endpoint.getProxy()
                        .createSequence(
                                RMUtils.createReference(asked.getTo().getValue()),
                                null,
                                true,
                                configuration.getProtocolVariation(),
                                new ExchangeImpl(),
                                new HashMap<>());
            } catch (RMException failure) {
                LOG.debug("CreateSequence could not be sent", failure);
            }
        });
        try {
            if (!Drain.await(() -> CxfInternals.associated(source, of) != null, LIMIT, clock)) {
                LOG.debug("No sequence was created within {} s", LIMIT.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has an answer sent without a sequence. */
    private void sendWithout(Message answer) {
        InterceptorChain chain = answer.getInterceptorChain();
        chain.remove(ChainStep.find(chain, RMCaptureOutInterceptor.class));
        if (RMContextUtils.retrieveRMProperties(answer, true) == null) {
            RmHeaders.add(answer, manager.getEffectiveConfiguration(answer).getRMNamespace());
        }
    }
}
