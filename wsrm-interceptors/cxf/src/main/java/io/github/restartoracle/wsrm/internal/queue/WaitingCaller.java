package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.wsrm.internal.sequence.CallContext;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;

/** A caller that waits for a sequence, which another thread creates. Thread-safe. */
final class WaitingCaller {
    private final Message call;
    private final Message message;
    /** Empty if the caller goes on. */
    private final CompletableFuture<Optional<Fault>> outcome = new CompletableFuture<>();

    private WaitingCaller(Message call, Message message) {
        this.call = call;
        this.message = message;
    }

    /** Makes a caller with a copy of its message for the request, since it may go on meanwhile. */
    static WaitingCaller of(Message call) {
        Message copy = call.getExchange().getEndpoint().getBinding().createMessage(new MessageImpl());
        copy.putAll(call);
        new ExchangeImpl((ExchangeImpl) call.getExchange()).setOutMessage(copy);
        return new WaitingCaller(call, copy);
    }

    /** Returns the copy of the message of the call. */
    Message message() {
        return message;
    }

    /** Ends the wait: the call is made, with a sequence or without. */
    void goOn() {
        outcome.complete(Optional.empty());
    }

    /** Ends the wait: the caller gets the failure, and the call is not made. */
    void refuse(Throwable failure, String reason) {
        Fault fault = new Fault(failure);
        fault.setMessage("no sequence could be created for the call: " + reason);
        outcome.complete(Optional.of(fault));
    }

    /**
     * Waits in the thread of the caller.
     *
     * @return false if there was no outcome in time, or if the thread was interrupted
     */
    boolean await(long nanos) {
        boolean late = false;
        try {
            outcome.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            late = outcome.complete(Optional.empty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            late = outcome.complete(Optional.empty());
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        }
        Optional<Fault> refused = outcome.join();
        if (refused.isPresent()) {
            throw refused.get();
        }
        if (!late) {
            CallContext.shareToken(message.getExchange(), call.getExchange());
        }
        return !late;
    }
}
