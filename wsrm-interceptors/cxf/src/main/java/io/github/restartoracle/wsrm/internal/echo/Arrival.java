package io.github.restartoracle.wsrm.internal.echo;

import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.status.MessageId;
import java.util.HashMap;
import java.util.Map;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * The time at which a message arrived here, and the content of its headers about transmissions. Kept in the incoming
 * message.
 *
 * <p>Not thread-safe; belongs to the chain of its message.
 */
public final class Arrival {
    private static final String KEY = Arrival.class.getName();

    private final long nanos;
    private final Map<MessageId, Echo> echoes = new HashMap<>(2);
    private boolean deliversInOrder;
    private boolean keepsCallerOrder;
    private boolean numbered;
    private boolean deliveredSoon;
    private long after;

    private Arrival(long nanos) {
        this.nanos = nanos;
    }

    static void record(Message message, long nanos) {
        message.put(KEY, new Arrival(nanos));
    }

    /** {@return the arrival of an incoming message; null if the interceptors of this package are not installed} */
    public static @Nullable Arrival of(Message message) {
        return (Arrival) message.get(KEY);
    }

    /** {@return the time when the message arrived, in nanoseconds of the monotonic clock} */
    public long nanos() {
        return nanos;
    }

    /**
     * Returns the echo of the transmission that the destination acknowledges.
     *
     * @return null if there is no echo of that message; otherwise as it was sent, to be judged by the pending set
     */
    public @Nullable Echo echo(String sequence, long number) {
        return echoes.get(new MessageId(sequence, number));
    }

    /** Returns whether the destination that sent the message declares that it delivers in order. */
    public boolean deliversInOrder() {
        return deliversInOrder;
    }

    /** Returns whether the destination that sent the message declares that it delivers messages behind the one that they name. */
    public boolean keepsCallerOrder() {
        return keepsCallerOrder;
    }

    /** {@return the number of the message behind which its source wants it delivered, as it was sent; 0 if there is none} */
    public long after() {
        return after;
    }

    /**
     * Returns whether the source that sent the message numbers its transmissions, which only a source with a restart oracle
     * does.
     */
    public boolean isNumbered() {
        return numbered;
    }

    /** Records that deliveries are prompt, and that messages are answered after them if there is a thread. */
    public void deliversSoon() {
        deliveredSoon = true;
    }

    boolean isDeliveredSoon() {
        return deliveredSoon;
    }

    void numbered(long afterNumber) {
        numbered = true;
        after = afterNumber;
    }

    void order(boolean inOrder, boolean callersInOrder) {
        deliversInOrder = inOrder;
        keepsCallerOrder = callersInOrder;
    }

    /** Returns whether the destination echoes transmissions of a sequence, which only a destination with a restart oracle does. */
    public boolean isEchoing(String sequence) {
        return echoes.keySet().stream().anyMatch(key -> key.sequence().equals(sequence));
    }

    void put(String sequence, long number, Echo echo) {
        echoes.putIfAbsent(new MessageId(sequence, number), echo);
    }
}
