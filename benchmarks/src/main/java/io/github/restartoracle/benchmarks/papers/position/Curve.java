package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.ResponseTimeParts;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.MeanOfRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Response time by the position of the lost packet: one figure of the paper.
 *
 * @param source the place where it was measured, such as {@code testbed, today}
 * @param service the requested service
 * @param path the link of the exchanges
 * @param points by position, 0 for no loss; one more than the service has packets from server to client
 */
record Curve(String source, PaperService service, PathKind path, List<Point> points) {
    /** A line of {@code results.csv}. */
    record Line(Curve curve, int position) {
        static final List<Column<Line>> COLUMNS = List.of(
                Column.hidden("source", line -> line.curve().source()),
                Column.hidden("service", line -> line.curve().service()),
                Column.hidden("bandwidth_kbit", line -> line.curve().path().kbit()),
                Column.hidden("delay_ms", line -> line.curve().path().delayMillis()),
                Column.hidden("position", Line::position),
                Column.<Line>number("exchanges", "n", 0, line -> line.point().exchanges())
                        .withHint("exchanges"),
                millis("response_s", "r_ws", "response time, ms", Point::response),
                millis("response_ci95_s", "±", "95 % interval over exchanges, ms", Point::halfWidth),
                millis("t_conn_s", "t_conn", "connection set-up, ms", Point::connect),
                millis("t_req_s", "t_req", "until the server has the request, ms", Point::request),
                millis("p_s", "p", "processing, ms", Point::processing),
                millis("t_resp_s", "t_resp", "until the client has the answer, ms", Point::answer),
                Column.hidden(
                        "increase_s",
                        line -> line.point().response() - line.curve().lossless()));

        private static Column<Line> millis(String name, String header, String hint, ToDoubleFunction<Point> value) {
            return Column.<Line>number(name, header, 0, line -> value.applyAsDouble(line.point()))
                    .withHint(hint)
                    .withFactor(1000);
        }

        Point point() {
            return curve.points().get(position);
        }
    }

    List<Line> lines() {
        return IntStream.range(0, points.size())
                .mapToObj(position -> new Line(this, position))
                .toList();
    }

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
     * @param exchanges their number
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
            List<ResponseTimeParts> splits = exchanges.stream()
                    .flatMap(exchange -> exchange.split().stream())
                    .toList();
            MeanOfRuns response = MeanOfRuns.overRuns(seconds(splits, ResponseTimeParts::totalNanos));
            return new Point(
                    splits.size(),
                    response.mean(),
                    response.halfWidth().orElse(0),
                    mean(splits, ResponseTimeParts::connectNanos),
                    mean(splits, ResponseTimeParts::requestNanos),
                    mean(splits, ResponseTimeParts::processingNanos),
                    mean(splits, ResponseTimeParts::responseNanos));
        }

        private static double[] seconds(List<ResponseTimeParts> splits, ToLongFunction<ResponseTimeParts> part) {
            return splits.stream()
                    .mapToDouble(split -> part.applyAsLong(split) / 1e9)
                    .toArray();
        }

        private static double mean(List<ResponseTimeParts> splits, ToLongFunction<ResponseTimeParts> part) {
            return IntStream.range(0, splits.size())
                    .mapToDouble(i -> part.applyAsLong(splits.get(i)) / 1e9)
                    .average()
                    .orElse(Double.NaN);
        }
    }

    static Curve of(PaperService service, PathKind path, LinkOutcome outcome) {
        List<Point> points = new ArrayList<>();
        for (int position = 0; position <= service.packets(); position++) {
            points.add(Point.of(outcome.of(PositionPlan.label(position))));
        }
        return new Curve(outcome.source(), service, path, points);
    }

    double at(int position) {
        return points.get(position).response();
    }

    double lossless() {
        return at(0);
    }

    /** Returns the increase of the response time by the loss of the SYN-ACK, seconds. */
    double handshakeIncrease() {
        return at(1) - lossless();
    }

    /** Returns the mean over the late positions minus the middle one, seconds. */
    double lateIncrease() {
        return late() - middle();
    }

    /** Returns the same relative to the middle one: the paper's Figures 5, 9, 11 and 13. */
    double lateIncreaseShare() {
        return late() / middle() - 1;
    }

    /** Returns the largest difference between a late loss and one in the middle, seconds. */
    double worstLateIncrease() {
        return IntStream.rangeClosed(service.firstLate(), service.lastLate())
                        .mapToDouble(this::at)
                        .max()
                        .orElseThrow()
                - middle();
    }

    /**
     * Returns the response time with a loss in the middle: the paper's position if it names one, else the data packet before
     * the late ones whose loss has the least effect.
     */
    double middle() {
        if (service.middle().isPresent()) {
            return at(service.middle().getAsInt());
        }
        return IntStream.range(service.firstData(), service.firstLate())
                .mapToDouble(this::at)
                .min()
                .orElse(Double.NaN);
    }

    /**
     * Returns the positions at the end of the data whose loss is clearly worse than one in the middle: by more than half of the
     * largest difference.
     */
    List<Integer> sensitive() {
        double threshold = middle() + worstLateIncrease() / 2;
        return IntStream.rangeClosed(service.firstData(), service.lastLate())
                .filter(position -> at(position) > threshold)
                .boxed()
                .toList();
    }

    private double late() {
        return IntStream.rangeClosed(service.firstLate(), service.lastLate())
                .mapToDouble(this::at)
                .average()
                .orElseThrow();
    }
}
