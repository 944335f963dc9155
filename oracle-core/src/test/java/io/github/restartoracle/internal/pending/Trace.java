package io.github.restartoracle.internal.pending;

import io.github.restartoracle.oracle.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A record of the decisions of a pending set. */
final class Trace {
    final List<String> lines = new ArrayList<>();

    /** Lets the oracle decide, notes each decision but to wait, and returns their number. */
    int expire(PendingSet<Named> set, long nowNanos) {
        int before = lines.size();
        for (Elapsed<Named> timeout : set.expire(nowNanos, message -> false)) {
            if (timeout.decision() != Decision.WAIT) {
                lines.add(line(timeout));
            }
        }
        return lines.size() - before;
    }

    private static String line(Elapsed<Named> timeout) {
        String decision = String.valueOf(timeout.decision()).toLowerCase(Locale.ROOT);
        return decision + " " + timeout.message();
    }
}
