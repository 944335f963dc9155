package io.github.restartoracle.wsrm.internal.sequence;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;

/**
 * A call that needs a sequence to be created, and whose caller waits a moment for it. Before the first sequence of its
 * client exists, an error of configuration is thrown to the caller instead of being retried for ever, because no retry can
 * succeed. Thread-safe.
 */
final class FirstCall {
    private final Message message;
    private final CompletableFuture<Void> outcome = new CompletableFuture<>();

    private FirstCall(Message message) {
        this.message = message;
    }

    /**
     * Makes a call with a copy of the message for the creation of the sequence: the caller goes on with its own message
     * when it has waited long enough.
     */
    static FirstCall of(Message message) {
        Message copy = message.getExchange().getEndpoint().getBinding().createMessage(new MessageImpl());
        copy.putAll(message);
        new ExchangeImpl((ExchangeImpl) message.getExchange()).setOutMessage(copy);
        return new FirstCall(copy);
    }

    /** Returns the copy of the message of the call. */
    Message message() {
        return message;
    }

    /** Ends the wait of the caller, because the sequence exists or the destination is down; the call is kept. */
    void goOn() {
        outcome.complete(null);
    }

    /** Returns true if the caller still waits: it gets the failure, and the call is not to be made. */
    boolean refuse(Throwable failure, String reason) {
        Fault fault = new Fault(failure);
        fault.setMessage("no sequence could be created for the first call: " + reason);
        return outcome.completeExceptionally(fault);
    }

    /**
     * Waits in the thread of the caller.
     *
     * @return false if there was no result in time; later calls need not wait for one then
     * @throws Fault if the call was refused
     */
    boolean await(Duration atMost) {
        try {
            outcome.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException stays) {
            throwIfRefused();
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throwIfRefused();
            return true;
        } catch (ExecutionException refused) {
            throw (Fault) refused.getCause();
        }
    }

    /** Ends the wait of the caller, unless it was refused in this moment. */
    private void throwIfRefused() {
        if (!outcome.complete(null) && outcome.isCompletedExceptionally()) {
            outcome.exceptionally(refused -> {
                throw (Fault) refused;
            });
        }
    }
}
