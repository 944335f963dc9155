package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Sequential;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Users;
import java.time.Duration;
import java.util.List;

/**
 * The exchanges of a client in one part of a run. No exchange begins after its end; those that have begun continue.
 *
 * @param label names it; letters, digits, dots, percent signs and hyphens
 * @param from since the start of the run, not negative
 * @param length more than 0
 * @param call the request
 * @param load the times of the requests
 */
public record ExchangePhase(String label, Duration from, Duration length, Call call, RequestTimes load) {
    public ExchangePhase {
        if (!label.matches("[A-Za-z0-9.%-]+")) {
            throw new IllegalArgumentException(
                    "a label has letters, digits, dots, percent signs and hyphens, not \"" + label + "\"");
        }
        if (from.isNegative() || length.isNegative() || length.isZero()) {
            throw new IllegalArgumentException("a phase begins at 0 or later and lasts");
        }
    }

    /** {@return the end, since the start of the run} */
    public Duration to() {
        return from.plus(length);
    }

    /** {@return the phase as an argument of a program, which {@link #parse} reads back} */
    public String notation() {
        String head = String.join(
                ":",
                label,
                from.toString(),
                length.toString(),
                Integer.toString(call.requestBytes()),
                Integer.toString(call.responseBytes()),
                call.processing().toString());
        if (load instanceof Sequential sequential) {
            return head + ":sequential:" + sequential.count();
        }
        if (load instanceof Paced paced) {
            return head + ":paced:" + paced.count() + ":" + paced.first() + ":" + paced.interval();
        }
        Users users = (Users) load;
        return head + ":users:" + users.count() + ":" + users.seed();
    }

    /**
     * {@return the phase of a text that {@link #notation()} has returned}
     *
     * @throws IllegalArgumentException if it is none
     */
    public static ExchangePhase parse(String text) {
        List<String> parts = List.of(text.split(":", -1));
        if (parts.size() < 8) {
            throw new IllegalArgumentException("not a phase: " + text);
        }
        int count = Integer.parseInt(parts.get(7));
        RequestTimes load = switch (parts.get(6)) {
            case "sequential" -> new Sequential(count);
            case "paced" -> new Paced(count, Duration.parse(parts.get(8)), Duration.parse(parts.get(9)));
            case "users" -> new Users(count, Long.parseLong(parts.get(8)));
            default -> throw new IllegalArgumentException("not a load: " + parts.get(6));
        };
        Call call =
                new Call(Integer.parseInt(parts.get(3)), Integer.parseInt(parts.get(4)), Duration.parse(parts.get(5)));
        return new ExchangePhase(parts.get(0), Duration.parse(parts.get(1)), Duration.parse(parts.get(2)), call, load);
    }
}
