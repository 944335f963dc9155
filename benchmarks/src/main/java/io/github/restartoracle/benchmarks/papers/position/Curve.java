package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.ResponseTimeParts;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Estimate;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Response time by the position of the lost packet: one figure of the paper. The constructor throws {@link
 * IllegalArgumentException} unless there is a mean for every packet.
 *
 * @param source the place where it was measured, such as {@code testbed, today}
 * @param service the requested service
 * @param path the link of the exchanges
 * @param means by position, 0 for no loss; one more than the service has packets from server to client
 */
record Curve(String source, PaperService service, PathKind path, List<Mean> means) {
    Curve {
        if (means.size() != service.packets() + 1) {
            throw new IllegalArgumentException("expected " + (service.packets() + 1) + " means, were " + means.size());
        }
    }

    /** A line of {@code results.csv}. */
    record Line(Curve curve, int position) {
        static final List<Column<Line>> COLUMNS = List.of(
                Column.hidden("source", line -> line.curve.source),
                Column.hidden("service", line -> line.curve.service),
                Column.hidden("bandwidth_kbit", line -> line.curve.path.kbit()),
                Column.hidden("delay_ms", line -> line.curve.path.delayMillis()),
                Column.hidden("position", Line::position),
                Column.number(
                        "exchanges", "n", 0, "exchanges", line -> line.mean().exchanges()),
                millis("response_s", "r_ws", "response time, ms", Mean::response),
                millis("response_ci95_s", "±", "95 % interval over exchanges, ms", Mean::halfWidth),
                millis("t_conn_s", "t_conn", "connection set-up, ms", Mean::connect),
                millis("t_req_s", "t_req", "until the server has the request, ms", Mean::request),
                millis("p_s", "p", "processing, ms", Mean::processing),
                millis("t_resp_s", "t_resp", "until the client has the answer, ms", Mean::answer),
                Column.hidden("increase_s", line -> line.mean().response() - line.curve.lossless()));

        private static Column<Line> millis(String name, String header, String hint, ToDoubleFunction<Mean> value) {
            return Column.number(name, header, 0, 1000, hint, line -> value.applyAsDouble(line.mean()));
        }

        Mean mean() {
            return curve.means().get(position);
        }

        /** Returns the name of the packet at the position. */
        String packet() {
            return switch (position) {
                case 0 -> "none";
                case 1 -> "1 SYN-ACK";
                case 2 -> "2 ACK of the request";
                default -> position + (position == curve.service().packets() ? " ACK of the FIN" : " data");
            };
        }
    }

    List<Line> lines() {
        return IntStream.range(0, means.size())
                .mapToObj(position -> new Line(this, position))
                .toList();
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
    record Mean(
            int exchanges,
            double response,
            double halfWidth,
            double connect,
            double request,
            double processing,
            double answer) {

        static Mean of(List<Exchange> exchanges) {
            List<ResponseTimeParts> answered = exchanges.stream()
                    .flatMap(exchange -> exchange.parts().stream())
                    .toList();
            Estimate response = Estimate.overRuns(
                    seconds(answered, ResponseTimeParts::totalNanos).toArray());
            return new Mean(
                    answered.size(),
                    response.mean(),
                    response.halfWidth().orElse(0),
                    mean(answered, ResponseTimeParts::connectNanos),
                    mean(answered, ResponseTimeParts::requestNanos),
                    mean(answered, ResponseTimeParts::processingNanos),
                    mean(answered, ResponseTimeParts::responseNanos));
        }

        private static DoubleStream seconds(List<ResponseTimeParts> answered, ToLongFunction<ResponseTimeParts> part) {
            return answered.stream().mapToDouble(parts -> part.applyAsLong(parts) / 1e9);
        }

        private static double mean(List<ResponseTimeParts> answered, ToLongFunction<ResponseTimeParts> part) {
            return seconds(answered, part).average().orElse(Double.NaN);
        }
    }

    static Curve of(PaperService service, PathKind path, LinkOutcome outcome) {
        List<Mean> means = IntStream.rangeClosed(0, service.packets())
                .mapToObj(position -> Mean.of(outcome.of(PositionSuite.label(position))))
                .toList();
        return new Curve(outcome.source(), service, path, means);
    }

    double at(int position) {
        return means.get(position).response();
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
        return late().getAverage() - middle();
    }

    /** Returns the same relative to the middle one: the paper's Figures 5, 9, 11 and 13. */
    double lateIncreaseShare() {
        return late().getAverage() / middle() - 1;
    }

    /** Returns the largest difference between a late loss and one in the middle, seconds. */
    double worstLateIncrease() {
        return late().getMax() - middle();
    }

    private DoubleSummaryStatistics late() {
        return IntStream.rangeClosed(service.firstLate(), service.lastLate())
                .mapToDouble(this::at)
                .summaryStatistics();
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
}
