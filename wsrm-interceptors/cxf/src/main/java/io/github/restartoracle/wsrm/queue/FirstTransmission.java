package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to the first transmission of a message, when the chain that is capturing it has done so. A message that has come so
 * far is sent, whatever fails then; so no caller is told of a failure, unless nothing more will be sent.
 *
 * <p>Thread-safe.
 */
final class FirstTransmission {
    private static final Logger LOG = LoggerFactory.getLogger(FirstTransmission.class);

    private final NanoClock clock;
    private final TransmissionListener listener;
    private final Consumer<Outgoing> withdrawal;

    /** The withdrawal takes a message out of the queue that is not to be sent. */
    FirstTransmission(NanoClock clock, TransmissionListener listener, Consumer<Outgoing> withdrawal) {
        this.clock = clock;
        this.listener = listener;
        this.withdrawal = withdrawal;
    }

    /** It is made by another thread, on a copy, and the chain ends here for its caller. */
    void elsewhere(Message message, Outgoing outgoing) {
        if (!outgoing.template.hasAttemptConduit()) {
            message.remove(FirstStream.KEY);
        }
        AtomicReference<@Nullable Exception> noted = new AtomicReference<>();
        InterceptorChain chain = message.getInterceptorChain();
        chain.add(new CaptureEnd.Depart(rest -> depart(outgoing, rest)));
        chain.add(new CaptureEnd.OnFailure(noted::set));
        chain.add(new CaptureEnd.OnUnwound(failed -> {
            if (Attempt.of(failed) != null) {
                // What is left of the chain has failed: so has the attempt that it makes.
                return;
            }
            if (noted.get() instanceof SequenceTakenException taken) {
                withdrawal.accept(outgoing);
                failed.setContent(Exception.class, taken);
                return;
            }
            // The message has its number: if it did not leave, the destination would miss it for ever. So it leaves,
            // and
            // a caller who was told of a failure would send it twice.
            conceal(failed);
            LOG.error(
                    "Message {} is sent although what follows its capture failed, its storing for example; it is lost "
                            + "if the process ends before it is acknowledged",
                    outgoing.id(),
                    noted.get());
            depart(outgoing, null);
        }));
    }

    private void depart(Outgoing outgoing, @Nullable RestOfChain rest) {
        outgoing.rest.set(rest);
        if (!outgoing.sequence.path.depart(outgoing, clock.nanoTime())) {
            // It waits for its turn, perhaps for long: a chain takes much more memory than a template.
            outgoing.discardRest();
        }
    }

    /** It is made by the chain that captured the message, because a caller waits for the answer. */
    void inPlace(Message message, Outgoing outgoing) {
        long nowNanos = clock.nanoTime();
        Attempt attempt = outgoing.sequence.path.departInPlace(outgoing, nowNanos);
        AtomicReference<@Nullable Exception> noted = new AtomicReference<>();
        InterceptorChain chain = message.getInterceptorChain();
        chain.add(new CaptureEnd.OnFailure(noted::set));
        chain.add(new CaptureEnd.OnUnwound(failed -> {
            Exception cause =
                    Objects.requireNonNullElseGet(noted.get(), () -> new IOException("the transmission failed"));
            if (cause instanceof SequenceTakenException) {
                withdrawal.accept(outgoing);
            }
            attempt.fail(cause);
            if (!MessageUtils.isRequestor(failed)) {
                return;
            }
            if (outgoing.sequence.path.locked(() -> outgoing.settled || outgoing.givenUp != null)) {
                // No restart will bring the answer that the caller waits for.
                failed.setContent(Exception.class, cause);
            } else {
                conceal(failed);
            }
        }));
        chain.add(new CaptureEnd.SentInPlace(attempt));
        listener.dispatched(outgoing.id(), 1, nowNanos, nowNanos);
    }

    /** CXF's own interceptor does this too, but not if the configuration of CXF's queue forbids restarts. */
    private static void conceal(Message failed) {
        failed.setContent(Exception.class, null);
        failed.getExchange().put(Exception.class, null);
    }
}
