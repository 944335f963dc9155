package io.github.restartoracle.benchmarks.lab.theory;

import io.github.restartoracle.oracle.RetransmissionOracle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntToLongFunction;

/**
 * The ETT and the URC in a disruption of an oracle whose timeouts depend only on the attempt ({@code none}, {@code fixed},
 * {@code exponential-backoff}), over a connection per attempt. An attempt that starts in a disruption arrives with the first
 * SYN that the kernel sends after it; a restart starts another connection, and so another SYN schedule. Messages that are sent
 * outside the disruption take the loss-free time.
 *
 * <p>With {@link SynSchedule#PAPER}, 2000 messages and 500 ms this gives the disruption rows of Table II of "The Fast and the
 * Fair". Not modelled: the time the acknowledgement takes, a cap on attempts in flight, and abandoned attempts.
 *
 * @param syn the times at which the kernel repeats SYNs
 * @param outages the times in which the path is down
 * @param workload the messages
 * @param lossFree one-way time of a message on a path that is up
 */
public record ClosedForm(SynSchedule syn, Outages outages, ConstantRate workload, Duration lossFree) {
    private static final double NANOS = 1e9;

    /**
     * The forecast of one message.
     *
     * @param message 1 for the first
     * @param ettNanos nanoseconds; empty if every attempt was lost
     * @param attempts transmissions until the first one arrived
     * @param unnecessary the URC of the message
     */
    public record MessageForecast(int message, OptionalLong ettNanos, int attempts, int unnecessary) {}

    /**
     * The means over all messages.
     *
     * @param ettSeconds over the messages that arrive
     * @param urc over the messages that arrive
     * @param lost messages that never arrive
     */
    public record Forecast(double ettSeconds, double urc, int lost) {}

    /**
     * {@return the means of one oracle}
     *
     * @param timeoutNanos timeout after an attempt, 1 for the first; {@link RetransmissionOracle#NEVER} for no restart
     */
    public Forecast forecast(IntToLongFunction timeoutNanos) {
        double ett = 0;
        double urc = 0;
        int arrived = 0;
        for (MessageForecast message : messages(timeoutNanos)) {
            if (message.ettNanos().isPresent()) {
                ett += message.ettNanos().getAsLong() / NANOS;
                urc += message.unnecessary();
                arrived++;
            }
        }
        return new Forecast(ett / arrived, urc / arrived, workload.messages() - arrived);
    }

    /**
     * {@return every message of one oracle, in order: the paper's Figure 4}
     *
     * @param timeoutNanos timeout after an attempt, 1 for the first; {@link RetransmissionOracle#NEVER} for no restart
     */
    public List<MessageForecast> messages(IntToLongFunction timeoutNanos) {
        List<MessageForecast> forecasts = new ArrayList<>(workload.messages());
        for (int message = 1; message <= workload.messages(); message++) {
            forecasts.add(message(message, timeoutNanos));
        }
        return forecasts;
    }

    private MessageForecast message(int message, IntToLongFunction timeoutNanos) {
        long due = workload.dueNanos(message);
        long start = due;
        long first = Long.MAX_VALUE;
        int attempts = 0;
        int lost = 0;
        int lostBeforeFirst = 0;
        while (true) {
            attempts++;
            OptionalLong arrival = syn.firstArrivalNanos(start, outages);
            if (arrival.isEmpty()) {
                lost++;
            } else if (arrival.getAsLong() < first) {
                first = arrival.getAsLong();
                lostBeforeFirst = lost;
            }
            long timeout = timeoutNanos.applyAsLong(attempts);
            // An acknowledged message is not restarted; subtracting avoids the overflow of NEVER.
            boolean hopeless = outages.nextUpNanos(start) == Outages.NEVER_UP;
            if (hopeless || timeout == RetransmissionOracle.NEVER || timeout >= first - start) {
                break;
            }
            start += timeout;
        }
        if (first == Long.MAX_VALUE) {
            return new MessageForecast(message, OptionalLong.empty(), attempts, 0);
        }
        long ett = first - due + lossFree.toNanos();
        return new MessageForecast(message, OptionalLong.of(ett), attempts, attempts - lostBeforeFirst - 1);
    }
}
