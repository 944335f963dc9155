package io.github.restartoracle.benchmarks.lab.exchange;

/**
 * The parts of the response time: r_ws = t_conn + t_req + p_req_resp + t_resp ("The Effect of Packet Loss on the Response Times of
 * Web Services", equation 1). Nanoseconds, none negative.
 *
 * @param connectNanos t_conn, from the call of connect to its return
 * @param requestNanos t_req, until the server has the whole request
 * @param processingNanos p_req_resp, until the server begins to answer
 * @param responseNanos t_resp, until the client has the last byte of the answer
 */
public record ResponseTimeParts(long connectNanos, long requestNanos, long processingNanos, long responseNanos) {
    public ResponseTimeParts {
        if (connectNanos < 0 || requestNanos < 0 || processingNanos < 0 || responseNanos < 0) {
            throw new IllegalArgumentException("an exchange cannot go back in time: " + connectNanos + ", "
                    + requestNanos + ", " + processingNanos + ", " + responseNanos + " ns");
        }
    }

    /**
     * {@return the parts, from the five times of an exchange on one clock}
     *
     * @param start the call of connect
     * @param connected its return
     * @param received the server has the request
     * @param answered the server begins to answer
     * @param end the client has the answer
     */
    public static ResponseTimeParts between(long start, long connected, long received, long answered, long end) {
        return new ResponseTimeParts(connected - start, received - connected, answered - received, end - answered);
    }

    /** {@return the response time, r_ws} */
    public long totalNanos() {
        return connectNanos + requestNanos + processingNanos + responseNanos;
    }
}
