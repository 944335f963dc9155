package io.github.restartoracle.wsrm.internal.conduit;

import io.github.restartoracle.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.common.util.PropertyUtils;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.soap.MAPCodec;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of one attempt of a two-way call. Messages and exchanges are not made for two threads, and the attempts of a
 * call may be answered at the same time. So each answer is read in an exchange of its own, and the first complete one is
 * handed over to the caller, which waits on the original. Later answers are dropped, and so is any message that is not an
 * answer, such as an acknowledgement alone.
 *
 * <p>As thread-safe as any exchange; the exchange of the caller is changed with its monitor held.
 */
public final class AttemptExchange extends ExchangeImpl {
    private static final long serialVersionUID = 1L;

    private static final Integer ACCEPTED = 202;

    /** The default of CXF's own clients. */
    private static final int USUAL_TIMEOUT_MILLIS = 60_000;

    private final transient ExchangeImpl caller;
    private final long madeNanos;

    /** The operation when the request is written; the reader of an answer replaces it in the exchange. */
    private final transient @Nullable BindingOperationInfo operation;

    private volatile boolean refused;

    private AttemptExchange(ExchangeImpl exchange) {
        super(exchange);
        this.caller = callerOf(exchange);
        AttemptExchange former = exchange instanceof AttemptExchange attempt ? attempt : null;
        this.madeNanos = former == null ? NanoClock.system().nanoTime() : former.madeNanos;
        this.operation = former == null ? exchange.getBindingOperationInfo() : former.operation;
        put(BindingOperationInfo.class, operation);
        super.remove((Object) ClientImpl.FINISHED);
        super.remove((Object) ClientCallback.class.getName());
        setOutMessage(null);
        super.setInMessage(null);
        setInFaultMessage(null);
        setOutFaultMessage(null);
    }

    /** Makes an exchange without messages for an attempt of a two-way call of which no answer was read yet. */
    public static AttemptExchange of(Exchange exchange) {
        return new AttemptExchange((ExchangeImpl) exchange);
    }

    /**
     * Gives the request of a two-way call an exchange apart from the caller's. If it is decoupled, its acceptance may be
     * read after its answer, and CXF would take it for the answer.
     */
    public static void separate(Message request) {
        of(request.getExchange()).setOutMessage(request);
    }

    /** Returns whether two exchanges belong to the same call. */
    @SuppressWarnings("ReferenceEquality") // Exchanges are maps, and equal while they are empty.
    public static boolean areOfOneCall(Exchange one, Exchange other) {
        return callerOf(one) == callerOf(other);
    }

    /** Returns the exchange on which the caller waits. */
    private static ExchangeImpl callerOf(Exchange exchange) {
        return exchange instanceof AttemptExchange attempt ? attempt.caller : (ExchangeImpl) exchange;
    }

    /**
     * Returns the lock of a call. Its answers are to be read one after the other: the second of two is a duplicate for
     * WS-Addressing and for WS-ReliableMessaging, and the reading of each would treat the other as the duplicate.
     */
    public static Object lock(Exchange exchange) {
        return callerOf(exchange);
    }

    /** Returns whether a call has its answer. */
    public static boolean isAnswered(Exchange exchange) {
        return Boolean.TRUE.equals(callerOf(exchange).get(ClientImpl.FINISHED));
    }

    /**
     * Returns whether the caller waits no longer, with or without an answer. CXF leaves no trace when the time of a caller is over,
     * so that is certain only after twice the time since the call was captured: the wait begins later. The callback of an asynchronous
     * call waits without end.
     */
    public boolean isLeft() {
        boolean answered = isAnswered(caller);
        if (answered || caller.get(ClientCallback.class) != null) {
            return answered;
        }
        long waitedNanos = NanoClock.system().nanoTime() - madeNanos;
        return TimeUnit.NANOSECONDS.toMillis(waitedNanos) / 2 >= timeoutMillis(caller, caller.getOutMessage());
    }

    /** Returns the time that the caller of a synchronous call waits for its answer. */
    public static long timeoutMillis(Exchange exchange, @Nullable Message request) {
        Long chosen = request == null ? null : PropertyUtils.getLong(request, ClientImpl.SYNC_TIMEOUT);
        if (chosen != null) {
            return chosen;
        }
        return exchange.get(Client.class) instanceof ClientImpl client
                ? client.getSynchronousTimeout()
                : USUAL_TIMEOUT_MILLIS;
    }

    /** Tells a caller that no answer will come, but a fault with a cause. Has no effect on a call that has its answer. */
    public static void fail(Exchange exchange, Exception cause) {
        ExchangeImpl caller = callerOf(exchange);
        Fault fault = new Fault(cause);
        ClientCallback callback;
        synchronized (caller) {
            if (isAnswered(caller)) {
                return;
            }
            Message failed = new MessageImpl();
            failed.setContent(Exception.class, fault);
            caller.setInFaultMessage(failed);
            callback = caller.remove(ClientCallback.class);
            caller.put(ClientImpl.FINISHED, true);
            caller.notifyAll();
        }
        if (callback != null) {
            callback.handleException(null, fault);
        }
    }

    /**
     * Records that a fault which is being read refuses a transmission: it is no answer for the caller, who goes on waiting.
     * WS-Addressing has found the exchange of the last attempt for it, which finds the answer to that attempt again.
     */
    public static void refuse(Message fault) {
        Exchange exchange = fault.getExchange();
        if (exchange.isOneWay()) {
            return;
        }
        if (!ContextUtils.retrieveDeferredUncorrelatedMessageAbort(fault)) {
            AddressingProperties maps = ContextUtils.retrieveMAPs(exchange.getOutMessage(), false, true, false);
            MAPCodec.getInstance(exchange.getBus())
                    .getUncorrelatedExchanges()
                    .putIfAbsent(maps.getMessageID().getValue(), exchange);
        }
        exchange.setInFaultMessage(null);
        AttemptExchange apart = of(exchange);
        apart.refused = true;
        fault.setExchange(apart);
    }

    /**
     * Sets the message and, if it is the answer, hands it over. CXF sets the complete answer after it has marked the
     * exchange as finished, and with the monitor held. Without the monitor it sets a message that is about to be read: the
     * acceptance of a decoupled call comes to this exchange as well, and may come at the same time.
     */
    @Override
    public void setInMessage(@Nullable Message message) {
        super.setInMessage(message);
        // WS-Addressing takes one answer to each request; the chain of another is cut short, so that answer is not
        // complete.
        if (message != null
                && !refused
                && Thread.holdsLock(this)
                && Boolean.TRUE.equals(get(ClientImpl.FINISHED))
                && !ContextUtils.retrieveDeferredUncorrelatedMessageAbort(message)) {
            handOver(message);
        }
    }

    private void handOver(Message answer) {
        synchronized (caller) {
            if (isAnswered(caller)) {
                return;
            }
            forEach(caller::putIfAbsent);
            caller.setInMessage(answer);
            if (getInFaultMessage() != null) {
                caller.setInFaultMessage(getInFaultMessage());
            }
            // CXF goes on with the answer, and holds the monitor of this exchange.
            answer.setExchange(this);
            caller.put(ClientImpl.FINISHED, true);
            caller.notifyAll();
        }
    }

    /** Takes the callback from the caller's exchange, so that the callback of an asynchronous call is told once. */
    @Override
    public <T> T get(Class<T> key) {
        return isOfCaller(key) ? caller.get(key) : super.get(key);
    }

    /** Keeps the callback of a call that is accepted with 202 and without content: the transport calls it then. */
    @Override
    @SuppressWarnings("NullAway") // as CXF's own
    public <T> T remove(Class<T> key) {
        if (!isOfCaller(key)) {
            return super.remove(key);
        }
        boolean accepted = getInMessage() == null && ACCEPTED.equals(get(Message.RESPONSE_CODE));
        return accepted ? null : caller.remove(key);
    }

    private boolean isOfCaller(Class<?> key) {
        return key == ClientCallback.class && !refused;
    }
}
