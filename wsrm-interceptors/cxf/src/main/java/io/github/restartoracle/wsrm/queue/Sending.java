package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.RestartTimer;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.PathResources;
import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.capture.TemplateSender;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.path.Dispatch;
import io.github.restartoracle.wsrm.path.Message;
import io.github.restartoracle.wsrm.path.MessageState;
import io.github.restartoracle.wsrm.runtime.Lanes;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.slf4j.Logger;

/**
 * Carries out the decisions of all paths of a bus. Transmissions are prepared in the lane of their path; a transport that
 * holds a thread while it waits for the network gets one for each attempt. Thread-safe.
 */
final class Sending {
    private static final Logger LOG = Logs.of(Sending.class);

    private final RMManager manager;
    private final TemplateSender sender;
    private final NanoClock clock;
    private final RestartTimer timer;
    private final Lanes lanes;
    private final TransmissionListener listener;
    private final StoredMessages stored;
    private final Supplier<Moving> moving;

    Sending(
            RMManager manager,
            TemplateSender sender,
            NanoClock clock,
            RestartTimer timer,
            Lanes lanes,
            TransmissionListener listener,
            StoredMessages stored,
            Supplier<Moving> moving) {
        this.manager = manager;
        this.sender = sender;
        this.clock = clock;
        this.timer = timer;
        this.lanes = lanes;
        this.listener = listener;
        this.stored = stored;
        this.moving = moving;
    }

    /** Carries out the decisions of one path. */
    Dispatch<Template> on(PathResources resources) {
        return new OnPath(resources);
    }

    /** Makes an attempt from another thread. */
    void transmit(Message<Template> message, Attempt attempt, long dueNanos) {
        try {
            attempt.resources().sending().execute(() -> prepare(message, attempt, dueNanos));
        } catch (RejectedExecutionException closed) {
            LOG.debug("Message {} is not sent: the queue is closed", message.id());
            attempt.abandon();
        } catch (OutOfMemoryError noThread) {
            attempt.fail(noThread);
        }
    }

    private void ask(Message<Template> message, Attempt attempt) {
        try {
            attempt.resources().sending().execute(() -> {
                try {
                    AckRequest.send(manager, message, attempt);
                } catch (RMException | RuntimeException failure) {
                    LOG.debug("The destination of {} is not asked for an acknowledgement", message.id(), failure);
                    attempt.fail(failure);
                }
            });
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            attempt.abandon();
        }
    }

    private void prepare(Message<Template> message, Attempt attempt, long dueNanos) {
        try {
            TemplateSender.Prepared prepared = sender.prepare(message.payload(), attempt);
            if (prepared.blocks()) {
                lanes.execute(() -> send(message, attempt, prepared, dueNanos));
            } else {
                send(message, attempt, prepared, dueNanos);
            }
        } catch (RejectedExecutionException closed) {
            attempt.abandon();
        } catch (RuntimeException | Error failure) {
            attempt.fail(failure);
        }
    }

    private void send(Message<Template> message, Attempt attempt, TemplateSender.Prepared prepared, long dueNanos) {
        if (message.state() == MessageState.SETTLED) {
            attempt.abandon();
        }
        if (attempt.phase().ended()) {
            return;
        }
        dispatched(message, attempt, dueNanos);
        try {
            sender.send(prepared);
        } catch (Error failure) {
            attempt.fail(failure);
            throw failure;
        }
    }

    /** Tells the listener that an attempt is dispatched now. */
    void dispatched(Message<Template> message, Attempt attempt, long dueNanos) {
        if (!message.isRequest()) {
            listener.dispatched(message.id(), attempt.number(), dueNanos, clock.nanoTime());
        }
    }

    private void gaveUp(Message<Template> message, int attempts, String reason) {
        if (!message.isForsaken()) {
            // Otherwise the end of its sequence has been logged.
            LOG.error(
                    "Message {} is given up: {}. It stays in the queue; retry it, discard it, or purge its sequence",
                    message.id(),
                    reason);
        }
        stored.noteGivenUp(message);
        listener.gaveUp(message.id(), attempts, reason);
        message.payload().failCaller(reason);
    }

    private final class OnPath implements Dispatch<Template> {
        private final PathResources resources;

        OnPath(PathResources resources) {
            this.resources = resources;
        }

        @Override
        public void transmit(Message<Template> message, Attempt attempt, long dueNanos) {
            Sending.this.transmit(message, attempt, dueNanos);
        }

        @Override
        public void ask(Message<Template> message, Attempt attempt) {
            Sending.this.ask(message, attempt);
        }

        @Override
        public void dueIn(long delayNanos) {
            timer.dueIn(delayNanos);
        }

        @Override
        public void roomFor(Runnable proceed) {
            try {
                resources.sending().execute(proceed);
            } catch (RejectedExecutionException closed) {
                LOG.debug("A path stops: the queue is closed");
            } catch (OutOfMemoryError noThread) {
                // The timer calls the path as well.
                timer.dueIn(0);
            }
        }

        @Override
        public void gaveUp(Message<Template> message, int attempts, String reason) {
            if (!told(() -> Sending.this.gaveUp(message, attempts, reason))) {
                LOG.error("Message {} is given up: {}", message.id(), reason);
            }
        }

        @Override
        public Template unnumbered(Template content) {
            return content.withoutNumber();
        }

        @Override
        public void ends(Message<Template> gap) {
            if (!told(() -> moving.get().ends(gap))) {
                LOG.error("The sequence of message {} is not closed: the queue is closed", gap.id());
            }
        }

        @Override
        public void left(
                Message<Template> any, String reason, List<Message<Template>> moved, List<Message<Template>> lost) {
            if (!told(() -> moving.get().left(any, reason, moved, lost))) {
                LOG.error(
                        "Sequence {} has ended: {}. {} messages of it are lost",
                        any.id().sequence(),
                        reason,
                        moved.size());
            }
        }

        @Override
        public void park(List<Message<Template>> messages) {
            if (!told(() -> moving.get().park(messages))) {
                LOG.error("{} messages are not retried: the queue is closed", messages.size());
            }
        }

        /**
         * Runs a task after those of the path's earlier events; returns false if there is no thread, or if the queue is
         * closed.
         */
        private boolean told(Runnable task) {
            try {
                resources.telling().execute(task);
                return true;
            } catch (RejectedExecutionException | OutOfMemoryError noThread) {
                return false;
            }
        }
    }
}
