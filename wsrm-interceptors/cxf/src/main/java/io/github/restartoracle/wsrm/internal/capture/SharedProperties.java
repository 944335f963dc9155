package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import java.util.HashMap;
import java.util.Map;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a message. Most of them are the same objects as in the message before it, and are kept once. With the
 * exchange and the headers of the transport, which are shared likewise, they were a third of the memory of an
 * unacknowledged message. Immutable, apart from the values.
 */
final class SharedProperties {
    /** Marks a property of the earlier message that this one lacks. */
    private static final Object ABSENT = new Object();

    private final Map<String, Object> shared;
    private final Map<String, Object> own;

    private SharedProperties(Map<String, Object> shared, Map<String, Object> own) {
        this.shared = shared;
        this.own = own;
    }

    /**
     * Makes properties that share equal values with those of an earlier message, unless more than half of them differ.
     * All properties belong to the result from now on.
     */
    static SharedProperties of(Map<String, Object> all, @Nullable SharedProperties former) {
        if (former != null) {
            Map<String, Object> own = new HashMap<>();
            all.forEach((name, value) -> {
                if (!isSame(value, former.shared.get(name))) {
                    own.put(name, value);
                }
            });
            if (own.size() <= all.size() / 2) {
                former.shared.forEach((name, value) -> {
                    if (!all.containsKey(name)) {
                        own.put(name, ABSENT);
                    }
                });
                return new SharedProperties(former.shared, own);
            }
        }
        return new SharedProperties(all, Map.of());
    }

    /** Compares strings by value, since each message has its own; other objects are mutable and are compared by identity. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(@Nullable Object one, @Nullable Object other) {
        return one == other || (one instanceof String && one.equals(other));
    }

    /**
     * Copies an exchange without its messages, or returns the former one if it is the same, as for most one-way calls. It must not
     * be modified.
     */
    static Exchange exchange(ExchangeImpl from, @Nullable Exchange former) {
        ExchangeImpl copy = new ExchangeImpl(from);
        copy.setInMessage(null);
        copy.setOutMessage(null);
        copy.setInFaultMessage(null);
        copy.setOutFaultMessage(null);
        return former instanceof ExchangeImpl same && !(former instanceof AttemptExchange) && areSame(copy, same)
                ? former
                : copy;
    }

    @SuppressWarnings("ReferenceEquality") // Equal objects may change independently of each other.
    private static boolean areSame(ExchangeImpl one, ExchangeImpl other) {
        return one.size() == other.size()
                && one.isOneWay() == other.isOneWay()
                && one.isSynchronous() == other.isSynchronous()
                && one.getDestination() == other.getDestination()
                && one.getSession() == other.getSession()
                && one.entrySet().stream().allMatch(entry -> entry.getValue() == other.get(entry.getKey()));
    }

    /** Returns a copy with another value of one property. */
    SharedProperties with(String name, Object value) {
        Map<String, Object> changed = new HashMap<>(own);
        changed.put(name, value);
        return new SharedProperties(shared, changed);
    }

    /** Returns the value of a property; null if there is none. */
    @Nullable
    Object get(String name) {
        Object value = own.containsKey(name) ? own.get(name) : shared.get(name);
        return value == ABSENT ? null : value;
    }

    /** Returns whether equal values are kept once for both. */
    boolean sharesWith(SharedProperties other) {
        return shared == other.shared;
    }

    /** Copies the properties to an empty map. */
    void copyTo(Map<String, Object> map) {
        map.putAll(shared);
        own.forEach((name, value) -> {
            if (value == ABSENT) {
                map.remove(name);
            } else {
                map.put(name, value);
            }
        });
    }
}
