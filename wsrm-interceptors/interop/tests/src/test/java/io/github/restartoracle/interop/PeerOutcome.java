package io.github.restartoracle.interop;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The counts of an exchange: one-way messages, and two-way calls with their answers. */
record PeerOutcome(int sent, int delivered, int doubled, int acknowledgedInTime, int calls, int answered) {
    static final long IN_TIME_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * Counts the results.
     *
     * @param orders the one-way messages in the order of their numbers, followed by the two-way ones
     * @param calls the number of the two-way ones
     * @param deliveries times of delivery of each
     * @param acknowledged the time of the first acknowledgement of each number
     */
    static PeerOutcome of(
            List<String> orders,
            int calls,
            int answered,
            Map<String, List<Long>> deliveries,
            Map<Long, Long> acknowledged) {
        int delivered = 0;
        int doubled = 0;
        int inTime = 0;
        for (int i = 0; i < orders.size(); i++) {
            List<Long> times = deliveries.getOrDefault(orders.get(i), List.of());
            delivered += times.isEmpty() ? 0 : 1;
            doubled += times.size() > 1 ? 1 : 0;
            Long acknowledgement = acknowledged.get(i + 1L);
            if (!times.isEmpty() && acknowledgement != null && acknowledgement - times.get(0) <= IN_TIME_NANOS) {
                inTime++;
            }
        }
        return new PeerOutcome(orders.size(), delivered, doubled, inTime, calls, answered);
    }

    int lost() {
        return sent - delivered;
    }

    /** {@return the columns that do not depend on the speed of the machine} */
    String counts() {
        return String.join(
                " | ",
                String.valueOf(sent),
                String.valueOf(delivered),
                String.valueOf(doubled),
                String.valueOf(lost()),
                answered + " of " + calls);
    }
}
