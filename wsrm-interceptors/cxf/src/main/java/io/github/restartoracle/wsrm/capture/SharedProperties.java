package io.github.restartoracle.wsrm.capture;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a message of which most are the same objects as in the message before it: these are kept once, which is half of the
 * memory that an unacknowledged message of 50 bytes takes. Immutable, apart from the values.
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

    /** Copies properties that share what they can with those of an earlier message; null for none. */
    static SharedProperties of(Map<String, Object> all, @Nullable SharedProperties former) {
        if (former != null) {
            Map<String, Object> own = new HashMap<>();
            all.forEach((name, value) -> {
                if (!isSame(value, former.shared.get(name))) {
                    own.put(name, value);
                }
            });
            former.shared.forEach((name, value) -> {
                if (!all.containsKey(name)) {
                    own.put(name, ABSENT);
                }
            });
            if (own.size() <= all.size() / 2) {
                return new SharedProperties(former.shared, new HashMap<>(own));
            }
        }
        return new SharedProperties(new HashMap<>(all), Map.of());
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
        Object value = own.get(name);
        if (value == null) {
            return shared.get(name);
        }
        return value == ABSENT ? null : value;
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
