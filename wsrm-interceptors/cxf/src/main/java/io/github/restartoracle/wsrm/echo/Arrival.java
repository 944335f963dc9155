package io.github.restartoracle.wsrm.echo;

import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.wsrm.event.MessageId;
import java.util.HashMap;
import java.util.Map;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * When a message arrived here, and what its headers say of transmissions. Kept in the incoming message.
 *
 * <p>Not thread-safe; belongs to the chain of its message.
 */
public final class Arrival {
    private static final String KEY = Arrival.class.getName();

    private final long nanos;
    private final Map<MessageId, Echo> echoes = new HashMap<>(2);
    private boolean deliversInOrder;
    private boolean numbered;

    private Arrival(long nanos) {
        this.nanos = nanos;
    }

    static void record(Message message, long nanos) {
        message.put(KEY, new Arrival(nanos));
    }

    /**
     * The arrival of an incoming message.
     *
     * @param message a message in an incoming chain
     * @return null if the interceptors of this package are not installed
     */
    public static @Nullable Arrival of(Message message) {
        return (Arrival) message.get(KEY);
    }

    /**
     * When the message arrived.
     *
     * @return nanoseconds of the monotonic clock
     */
    public long nanos() {
        return nanos;
    }

    /**
     * What the destination says of the transmission it acknowledges.
     *
     * @param sequence the sequence identifier
     * @param number the message number
     * @return null if it says nothing of that message; otherwise as it was sent, to be judged by the pending set
     */
    public @Nullable Echo echo(String sequence, long number) {
        return echoes.get(new MessageId(sequence, number));
    }

    /**
     * Tells if the destination that sent the message says that it delivers in order.
     *
     * @return false if it says nothing of it
     */
    public boolean deliversInOrder() {
        return deliversInOrder;
    }

    /**
     * Tells if the source that sent the message numbers its transmissions, as only one does that has a restart oracle.
     *
     * @return false if the message has no transmission number
     */
    public boolean isNumbered() {
        return numbered;
    }

    void numbered() {
        numbered = true;
    }

    void deliversInOrder(boolean inOrder) {
        deliversInOrder = inOrder;
    }

    /**
     * Tells if the destination says anything of a sequence, as only one does that has a restart oracle.
     *
     * @param sequence the sequence identifier
     * @return true if there is an echo of some message
     */
    public boolean isEchoing(String sequence) {
        return echoes.keySet().stream().anyMatch(key -> key.sequence().equals(sequence));
    }

    void put(String sequence, long number, Echo echo) {
        echoes.putIfAbsent(new MessageId(sequence, number), echo);
    }
}
