package io.github.restartoracle.wsrm.internal.replay;

import io.github.restartoracle.internal.inbound.KeptResponses;
import io.github.restartoracle.time.NanoClock;
import java.time.Duration;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.rm.RMManager;

/**
 * Keeps the responses to the reliable requests of a bus, and sends them again when their requests are restarted. They live in
 * memory, so that they do not survive the process.
 *
 * <p>Responses that go to an address of their source are left alone: these are messages of a sequence of their own, which the
 * retransmission queue restarts.
 */
public final class ResponseReplay {
    /** The maximum memory of all responses of a bus. */
    private static final long MAX_BYTES = 16L << 20;

    /** The time for which a response is kept. */
    private static final Duration MAX_AGE = Duration.ofMinutes(10);

    private ResponseReplay() {}

    /**
     * Installs the interceptors on a bus.
     *
     * @param clock counts the age of responses
     */
    public static void install(Bus bus, RMManager manager, NanoClock clock) {
        KeptResponses<KeptResponse> responses = new KeptResponses<>(MAX_BYTES, MAX_AGE, clock.nanoTime());
        KeepOut keep = new KeepOut(responses);
        bus.getInInterceptors().add(new ReplayIn(manager, responses, clock));
        bus.getOutInterceptors().add(keep);
        bus.getOutFaultInterceptors().add(keep);
    }
}
