package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.scenario.Spread;
import io.github.restartoracle.time.NanoClock;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Makes an HTTP endpoint behave as a scenario says of its service. Each request waits for a thread, and until a stall is over;
 * then it is received. Its response is written when the work is done. Before the run every request is answered at once.
 * Thread-safe.
 */
final class ServiceConduct {
    private final Service service;
    private final NanoClock clock = NanoClock.system();
    private final Semaphore threads;
    private final Semaphore inHand;
    private final SplittableRandom random;
    private volatile boolean begun;
    private volatile long startNanos;

    /**
     * Creates the behaviour of one endpoint.
     *
     * @param service the behaviour to show
     * @param seed of its times
     */
    ServiceConduct(Service service, long seed) {
        this.service = service;
        this.threads = atMost(service.threads());
        this.inHand = atMost(service.limit());
        this.random = new SplittableRandom(seed);
    }

    private static Semaphore atMost(int count) {
        return new Semaphore(count == 0 ? Integer.MAX_VALUE : count, true);
    }

    /** Begins the run at a time on the monotonic clock. */
    void begin(long atNanos) {
        startNanos = atNanos;
        begun = true;
    }

    /** Returns whether TLS handshakes fail now. */
    boolean tlsFails() {
        return service.tlsFailsAt(sinceStart());
    }

    private long sinceStart() {
        return begun ? clock.nanoTime() - startNanos : -1;
    }

    private void sleep(long nanos) {
        long endNanos = clock.nanoTime() + nanos;
        for (long left = nanos;
                left > 0 && !Thread.currentThread().isInterrupted();
                left = endNanos - clock.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private synchronized long workNanos() {
        double mean = service.time().toNanos();
        return (long) (service.spread() == Spread.NONE ? mean : -mean * StrictMath.log1p(-random.nextDouble()));
    }

    /** Returns a handler that refuses a request, or lets it pass when a thread is free. */
    Handler gate() {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                if (tlsFails()) {
                    request.getConnectionMetaData()
                            .getConnection()
                            .getEndPoint()
                            .close();
                    callback.failed(new EofException("closed"));
                    return true;
                }
                Optional<Service.Busy> busy = service.busyAt(sinceStart());
                if (busy.isPresent() || !inHand.tryAcquire()) {
                    response.setStatus(HttpStatus.SERVICE_UNAVAILABLE_503);
                    busy.flatMap(Service.Busy::retryAfter)
                            .ifPresent(after -> response.getHeaders()
                                    .put(HttpHeader.RETRY_AFTER, Long.toString(after.toSeconds())));
                    Content.Source.consumeAll(request, callback);
                    return true;
                }
                Request.addCompletionListener(request, failure -> inHand.release());
                threads.acquireUninterruptibly();
                Request.addCompletionListener(request, failure -> threads.release());
                long nowNanos = sinceStart();
                sleep(service.nextBeginNanos(nowNanos) - nowNanos);
                return false;
            }
        };
    }

    /** Returns an interceptor that holds each response back until the work is done. */
    AbstractPhaseInterceptor<Message> work() {
        return new AbstractPhaseInterceptor<>(Phase.SETUP) {
            @Override
            public void handleMessage(Message message) {
                Message request = message.getExchange().getInMessage();
                RMProperties properties = request == null ? null : RMContextUtils.retrieveRMProperties(request, false);
                // Messages of WS-RM itself are no work of the service.
                boolean reliable = properties != null && properties.getSequence() != null;
                if (sinceStart() >= 0 && request != null && (reliable || PlainTransmissions.isOne(request))) {
                    sleep(workNanos());
                }
            }
        };
    }
}
