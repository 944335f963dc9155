package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.outbound.Act;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.MessageState;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.capture.TemplateSender;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Lanes;
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
    private final Lanes lanes;
    private final TransmissionListener listener;
    private final StoredMessages stored;
    private final ClientEnds ends;
    private final Supplier<WaitingCalls> waiting;

    Sending(
            RMManager manager,
            TemplateSender sender,
            NanoClock clock,
            Lanes lanes,
            TransmissionListener listener,
            StoredMessages stored,
            ClientEnds ends,
            Supplier<WaitingCalls> waiting) {
        this.manager = manager;
        this.sender = sender;
        this.clock = clock;
        this.lanes = lanes;
        this.listener = listener;
        this.stored = stored;
        this.ends = ends;
        this.waiting = waiting;
    }

    /** Carries out an act of a path. */
    void carryOut(Act<Template> act, PathResources resources, Alarm alarm) {
        if (act instanceof Act.Transmit<Template> due) {
            transmit(due.message(), due.attempt(), due.dueNanos());
        } else if (act instanceof Act.Ask<Template> due) {
            ask(due.message(), due.attempt());
        } else if (act instanceof Act.WakeUp<Template> wakeUp) {
            alarm.dueIn(wakeUp.delayNanos());
        } else if (act instanceof Act.PassOnRoom<Template> room) {
            passOn(room);
        } else if (act instanceof Act.EndClient<Template> over) {
            ends.look(over.client());
        } else if (act instanceof Act.TellRequester<Template> end) {
            end.requester().gaveUp(end.attempts(), end.reason());
        } else if (act instanceof Act.TellMistake<Template> oracle) {
            LOG.error(
                    "A restart oracle failed; its last timeout stays in use. Further failures are not logged",
                    oracle.mistake());
        } else {
            try {
                // After those of the path's earlier events.
                resources.telling().execute(() -> follow(act));
            } catch (RejectedExecutionException | OutOfMemoryError noThread) {
                LOG.error(withoutThread(act));
            }
        }
    }

    private void passOn(Act.PassOnRoom<Template> room) {
        try {
            room.claim()
                    .resources()
                    .sending()
                    .execute(() -> room.claim().proceed().accept(clock.nanoTime()));
        } catch (RejectedExecutionException closed) {
            LOG.debug("A path stops: the queue is closed");
        } catch (OutOfMemoryError noThread) {
            LOG.debug("A path finds the room that others have made when it looks again", noThread);
        }
    }

    private void follow(Act<Template> act) {
        if (act instanceof Act.TellGivenUp<Template> end) {
            gaveUp(end.message(), end.attempts(), end.reason());
        } else if (act instanceof Act.Close<Template> end) {
            waiting.get().ends(end.gap());
        } else if (act instanceof Act.Leave<Template> end) {
            waiting.get().left(end.any(), end.reason(), end.moved(), end.lost());
        } else if (act instanceof Act.Forget<Template> end) {
            end.kept().forEach(message -> stored.remove(message.id()));
        } else if (act instanceof Act.Park<Template> retried) {
            waiting.get().park(retried.messages());
        } else {
            throw new IllegalArgumentException(act.toString());
        }
    }

    /** Returns the line that stands in the log for an act for which there is no thread, or whose queue is closed. */
    private static String withoutThread(Act<Template> act) {
        if (act instanceof Act.TellGivenUp<Template> end) {
            return "Message " + end.message().id() + " is given up: " + end.reason();
        }
        if (act instanceof Act.Close<Template> end) {
            return "The sequence of message " + end.gap().id()
                    + " is not closed: there is no thread for that, or the queue is closed";
        }
        if (act instanceof Act.Leave<Template> end) {
            return "Sequence " + end.any().id().sequence() + " has ended: " + end.reason() + ". "
                    + end.moved().size() + " messages of it are lost";
        }
        if (act instanceof Act.Forget<Template> end) {
            return "Messages that were discarded stay in the store: " + end.kept();
        }
        return "Messages are not retried: there is no thread for that, or the queue is closed";
    }

    /** Makes the first transmission of a message from another thread, when its path permits. */
    void transmit(Message<Template> message) {
        message.path()
                .transmit(message, clock.nanoTime())
                .ifPresent(attempt -> transmit(message, attempt, attempt.dispatchedNanos()));
    }

    /** Tells the callback of the application that a message was accepted. */
    void accept(org.apache.cxf.message.Message message, Message<Template> captured) {
        try {
            manager.getReliableEndpoint(message).handleAccept(captured.id().sequence(), captured.number(), message);
        } catch (RMException e) {
            LOG.warn("Message {} has no reliable endpoint", captured.id(), e);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            LOG.warn("The callback for message {} failed; the message is sent", captured.id(), e);
        }
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
}
