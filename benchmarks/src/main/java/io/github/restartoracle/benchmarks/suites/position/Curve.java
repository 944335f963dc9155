package io.github.restartoracle.benchmarks.suites.position;

import io.github.restartoracle.benchmarks.exchange.Exchange;
import io.github.restartoracle.benchmarks.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.exchange.Split;
import io.github.restartoracle.benchmarks.results.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Response time against the position of the lost packet: one figure of the paper.
 *
 * @param source where it comes from, such as {@code testbed, today}
 * @param service what was asked for
 * @param path over what
 * @param points by position, 0 for no loss; as many as the service has packets from server to client, and one
 */
record Curve(String source, Service service, PathKind path, List<Point> points) {
    Curve {
        points = List.copyOf(points);
        if (points.size() != service.packets() + 1) {
            throw new IllegalArgumentException(
                    "expected " + (service.packets() + 1) + " points, were " + points.size());
        }
    }

    /**
     * The mean over the exchanges that lost this packet. Seconds; NaN without exchanges.
     *
     * @param exchanges how many
     * @param response r_ws
     * @param halfWidth of its 95 % interval, 0 for fewer than two
     * @param connect t_conn
     * @param request t_req
     * @param processing p_req_resp
     * @param answer t_resp
     */
    record Point(
            int exchanges,
            double response,
            double halfWidth,
            double connect,
            double request,
            double processing,
            double answer) {
        static Point of(List<Exchange> exchanges) {
            List<Split> splits = exchanges.stream()
                    .flatMap(exchange -> exchange.split().stream())
                    .toList();
            Estimate response = Estimate.overRuns(seconds(splits, Split::totalNanos));
            return new Point(
                    splits.size(),
                    response.mean(),
                    response.halfWidth().orElse(0),
                    mean(splits, Split::connectNanos),
                    mean(splits, Split::requestNanos),
                    mean(splits, Split::processingNanos),
                    mean(splits, Split::responseNanos));
        }

        private static double[] seconds(List<Split> splits, ToLongFunction<Split> part) {
            return splits.stream()
                    .mapToDouble(split -> part.applyAsLong(split) / 1e9)
                    .toArray();
        }

        private static double mean(List<Split> splits, ToLongFunction<Split> part) {
            return IntStream.range(0, splits.size())
                    .mapToDouble(i -> part.applyAsLong(splits.get(i)) / 1e9)
                    .average()
                    .orElse(Double.NaN);
        }
    }

    static Curve of(String source, Service service, PathKind path, LinkOutcome outcome) {
        List<Point> points = new ArrayList<>();
        for (int position = 0; position <= service.packets(); position++) {
            points.add(Point.of(outcome.of(PositionPlan.label(position))));
        }
        return new Curve(source, service, path, points);
    }

    double at(int position) {
        return points.get(position).response();
    }

    double lossless() {
        return at(0);
    }

    /** What the loss of the SYN-ACK costs, seconds. */
    double handshakeIncrease() {
        return at(1) - lossless();
    }

    /** The mean over the late positions less the middle one, seconds. */
    double lateIncrease() {
        return late() - at(service.middle());
    }

    /** The same in parts of the middle one: the paper's Figures 5, 9, 11 and 13. */
    double lateIncreaseShare() {
        return late() / at(service.middle()) - 1;
    }

    /** The most that a late loss costs more than one in the middle, seconds. */
    double worstLateIncrease() {
        return IntStream.rangeClosed(service.firstLate(), service.lastLate())
                        .mapToDouble(this::at)
                        .max()
                        .orElseThrow()
                - at(service.middle());
    }

    private double late() {
        return IntStream.rangeClosed(service.firstLate(), service.lastLate())
                .mapToDouble(this::at)
                .average()
                .orElseThrow();
    }
}
