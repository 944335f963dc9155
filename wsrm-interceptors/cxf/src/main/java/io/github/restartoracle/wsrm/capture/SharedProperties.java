package io.github.restartoracle.wsrm.capture;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a message of which most are the same objects as in the message before it: these are kept once. With the exchange and
 * the headers of the transport, which are shared likewise, they were a third of what an unacknowledged message takes. Immutable, apart
 * from the values.
 */
final class SharedProperties {
    /** Stands for a property that the message has not. */
    private static final Object ABSENT = new Object();

    private final Map<String, Object> shared;
    private final Map<String, Object> own;

    private SharedProperties(Map<String, Object> shared, Map<String, Object> own) {
        this.shared = shared;
        this.own = own;
    }

    /**
     * Shares what can be shared with the properties of an earlier message.
     *
     * @param all the properties, which belong to the result from now on
     * @param former of the earlier message; null for none
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

    /** Strings are made anew for each message, and hardly anything else is that may be shared. */
    @SuppressWarnings("ReferenceEquality") // equal objects may change apart from each other
    private static boolean isSame(@Nullable Object one, @Nullable Object other) {
        return one == other || (one instanceof String && one.equals(other));
    }

    /** The same with another value of one property. */
    SharedProperties with(String name, Object value) {
        Map<String, Object> changed = new HashMap<>(own);
        changed.put(name, value);
        return new SharedProperties(shared, changed);
    }

    /** Null if the message has no such property. */
    @Nullable
    Object get(String name) {
        Object value = own.containsKey(name) ? own.get(name) : shared.get(name);
        return value == ABSENT ? null : value;
    }

    /** Tells if anything is kept once for both. */
    boolean sharesWith(SharedProperties other) {
        return shared == other.shared;
    }

    /** Puts all of them into a map without others. */
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
