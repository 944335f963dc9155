package io.github.restartoracle.http;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.netty.channel.ChannelFuture;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response: look up, connect, write, await. It holds no thread. Reports the phases of the attempt;
 * {@link Phase#ANSWERED} and {@link Phase#FAILED} are left to the listener, which works in threads of the path.
 *
 * <p>A connection that was idle and turns out to be closed before a byte of the response has come is replaced by a new one at
 * once, in the same attempt: the server may have closed it while the request was in flight, and a reliable message may be
 * received twice.
 *
 * <p>All methods except {@link #start} are confined to the event loop.
 */
final class Transmission {
    private final Transmitter transmitter;
    private final HttpCall call;
    private final Attempt attempt;
    private final TransmissionEvents listener;
    private final Map<HttpConnection, Long> racing = new LinkedHashMap<>(2);
    private InetAddress @Nullable [] addresses;
    private int raced;
    private @Nullable HttpConnection connection;
    private @Nullable ReceiptWatch receipt;
    private @Nullable Future<?> timeout;
    private boolean written;
    private boolean ended;

    Transmission(Transmitter transmitter, HttpCall call, Attempt attempt, TransmissionEvents listener) {
        this.transmitter = transmitter;
        this.call = call;
        this.attempt = attempt;
        this.listener = listener;
    }

    /** Begins the transmission, in the event loop; has no effect if the attempt has ended before. From any thread. */
    void start() {
        if (attempt.phase().ended()) {
            return;
        }
        attempt.onAbandon(() -> onLoop(this::abandon));
        attempt.onRace(most -> onLoop(() -> race(most)));
        if (transmitter.sockets().tellsReceipt()) {
            attempt.tellReceipt();
        }
        if (!onLoop(this::begin)) {
            listener.failed(new IOException("the bus was shut down"));
        }
    }

    private boolean onLoop(Runnable step) {
        try {
            transmitter.loop().execute(step);
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    /** Runs a step in the event loop, at once if this is its thread. */
    private void onLoopNow(Runnable step) {
        if (transmitter.loop().inEventLoop()) {
            step.run();
        } else {
            onLoop(step);
        }
    }

    /**
     * Runs a step that may block in a thread of the path. If there is no thread, releases the resources and fails the attempt.
     */
    private void offLoop(Runnable step, Runnable release) {
        try {
            attempt.resources().receiving().execute(step);
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            release.run();
            attempt.fail(noThread);
        }
    }

    private void begin() {
        if (ended) {
            return;
        }
        transmitter.begun(this);
        HttpConnection idle =
                call.closesConnection() ? null : transmitter.idle().take(call.route(), attempt);
        if (!advance(Phase.CONNECTING)) {
            if (idle != null) {
                idle.close();
            }
            return;
        }
        if (idle == null) {
            lookUp();
            return;
        }
        connection = idle;
        idle.take(this);
        if (advance(Phase.CONNECTED)) {
            askForTrust(idle);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the steps report their failures themselves
    private void lookUp() {
        transmitter
                .lookup()
                .addresses(call.route().host(), attempt.resources().receiving())
                .whenComplete((found, unknown) -> onLoopNow(() -> {
                    if (unknown != null) {
                        fail(HostLookup.unwrap(unknown));
                    } else {
                        begin(found, transmitter.lastConnected(call.route().host()));
                    }
                }));
    }

    /**
     * Begins with the address of the last successful connection. Without one, a restart does not begin with the address of the
     * transmission before it.
     */
    private void begin(InetAddress[] found, @Nullable InetAddress last) {
        int first = Arrays.asList(found).indexOf(last);
        addresses = found;
        raced = first >= 0 ? first : attempt.number() - 1;
        connect(found, raced, found.length - 1);
    }

    /** Connects to the address at a position; if that fails, to as many of the following ones. */
    private void connect(InetAddress[] addresses, int turn, int others) {
        if (ended) {
            return;
        }
        HttpConnection fresh = new HttpConnection(transmitter, call.route(), attempt.resources(), this);
        long sinceNanos = transmitter.clock().nanoTime();
        racing.put(fresh, sinceNanos);
        InetSocketAddress address = new InetSocketAddress(
                addresses[turn % addresses.length], call.route().port());
        ChannelFuture connecting;
        try {
            connecting = transmitter.connect(address, call.limits().connectMillis(), fresh);
        } catch (RuntimeException | Error noSocket) {
            lose(fresh, noSocket);
            return;
        }
        fresh.opened(connecting.channel());
        // Without a file descriptor the future fails, and not on the event loop.
        connecting.addListener(done -> onLoopNow(() -> {
            if (ended || !racing.containsKey(fresh)) {
                return;
            }
            if (done.isSuccess()) {
                connected(fresh, address.getAddress(), sinceNanos);
            } else if (others > 0) {
                racing.remove(fresh);
                connect(addresses, turn + 1, others - 1);
            } else {
                lose(fresh, done.cause());
            }
        }));
    }

    /**
     * Opens one more connection for the same request. If the limit is reached, the second oldest is closed: the oldest has the
     * best chance on a path whose round trip is longer than the interval of the race. A connection in its handshake has at most
     * one rival.
     */
    private void race(int most) {
        InetAddress[] found = addresses;
        boolean shakesHands = racing.size() > 1 && racing.keySet().stream().anyMatch(HttpConnection::isOpen);
        if (ended || connection != null || found == null || shakesHands) {
            return;
        }
        if (racing.size() >= most) {
            HttpConnection second = racing.keySet().stream().skip(1).findFirst().orElse(null);
            if (second == null) {
                return;
            }
            racing.remove(second);
            second.abort();
        }
        connect(found, ++raced, 0);
    }

    /**
     * Continues with a connection that is set up. Aborts the others that are not, before a handshake costs the server more than
     * a SYN.
     */
    private void connected(HttpConnection fresh, InetAddress address, long sinceNanos) {
        abortOthers(fresh, HttpConnection::isOpen);
        fresh.connected(call.limits().connectMillis()).addListener(ready -> {
            if (ended || !racing.containsKey(fresh)) {
                return;
            }
            if (!ready.isSuccess()) {
                lose(fresh, call.route().setupFailure(ready.cause()));
                return;
            }
            // A peer with which every handshake fails gives no sign of life.
            attempt.connected(transmitter.clock().nanoTime() - sinceNanos);
            transmitter.connected(call.route().host(), address);
            abortOthers(fresh, other -> false);
            racing.remove(fresh);
            connection = fresh;
            if (advance(Phase.CONNECTED)) {
                askForTrust(fresh);
            }
        });
    }

    private void abortOthers(HttpConnection fresh, Predicate<HttpConnection> spared) {
        for (HttpConnection other : List.copyOf(racing.keySet())) {
            if (other != fresh && !spared.test(other)) {
                racing.remove(other);
                other.abort();
            }
        }
    }

    /** Gives up a racing connection; if it is the last, the attempt fails. */
    private void lose(HttpConnection loser, Throwable cause) {
        racing.remove(loser);
        loser.abort();
        if (racing.isEmpty()) {
            fail(cause);
        }
    }

    private void askForTrust(HttpConnection ready) {
        Tls tls = ready.reused() ? null : call.route().tls();
        Tls verifying = tls != null && tls.hasVerifier() ? tls : null;
        if (!call.needsTrustDecision() && verifying == null) {
            write(ready);
            return;
        }
        SSLSession session = ready.session();
        Runnable judge = () -> {
            try {
                if (verifying != null) {
                    verifying.verify(call.route().host(), Objects.requireNonNull(session));
                }
                if (call.needsTrustDecision()) {
                    listener.trust(session);
                }
                onLoop(() -> write(ready));
            } catch (IOException | RuntimeException | Error distrust) {
                onLoop(() -> fail(distrust));
            }
        };
        offLoop(judge, this::abandon);
    }

    private void write(HttpConnection ready) {
        if (ended || connection != ready) {
            return;
        }
        written = false;
        ReceiptWatch watch = new ReceiptWatch(transmitter, attempt, ready, call.mayBlock());
        receipt = watch;
        expectWithin(call.limits().receiveMillis(), "the request could not be written");
        ready.write(call).addListener(done -> {
            if (ended || connection != ready) {
                return;
            }
            if (done.isSuccess()) {
                written = true;
                watch.written();
                expectWithin(call.limits().receiveMillis(), "no response");
                advance(Phase.WRITTEN);
            } else {
                ready.lost(done.cause());
            }
        });
    }

    private void expectWithin(int millis, String otherwise) {
        if (timeout != null) {
            timeout.cancel(false);
            timeout = null;
        }
        if (millis > 0) {
            timeout = transmitter
                    .loop()
                    .schedule(
                            () -> fail(new SocketTimeoutException(
                                    otherwise + " from " + call.route() + " within " + millis + " ms")),
                            millis,
                            TimeUnit.MILLISECONDS);
        }
    }

    /** Handles the whole response, which arrived on the connection of this transmission; the reader holds its reservation. */
    void answered(HttpConnection used, HttpReply reply, ReplyReader reader) {
        end();
        // If a response overtakes its request, the rest of the request is still in the connection.
        used.release(reply, reader.keepsConnection() && written && !call.closesConnection());
        if (!attempt.advance(Phase.RESPONDED)) {
            reader.release();
            return;
        }
        offLoop(
                () -> {
                    try {
                        listener.answered(reply);
                    } finally {
                        reader.release();
                    }
                },
                reader::release);
    }

    /** Handles a broken connection. */
    void connectionLost(HttpConnection broken, Throwable cause) {
        if (ended) {
            return;
        }
        if (racing.containsKey(broken)) {
            lose(broken, call.route().setupFailure(cause));
            return;
        }
        if (connection != broken) {
            return;
        }
        stopWatch();
        if (broken.reused() && !broken.responding() && (call.repeatable() || !written)) {
            connection = null;
            expectWithin(0, "");
            if (written) {
                attempt.repeat();
            }
            lookUp();
        } else {
            fail(cause);
        }
    }

    void fail(Throwable cause) {
        if (!ended) {
            abandon();
            listener.failed(cause);
        }
    }

    private void abandon() {
        if (!ended) {
            end();
            abortConnections();
        }
    }

    /** Reports a phase; stops if the attempt was abandoned. */
    private boolean advance(Phase phase) {
        boolean goesOn = attempt.advance(phase);
        if (!goesOn) {
            abandon();
        }
        return goesOn;
    }

    private void end() {
        ended = true;
        expectWithin(0, "");
        stopWatch();
        transmitter.ended(this);
    }

    private void stopWatch() {
        if (receipt != null) {
            receipt.stop();
            receipt = null;
        }
    }

    private void abortConnections() {
        List.copyOf(racing.keySet()).forEach(HttpConnection::abort);
        racing.clear();
        if (connection != null) {
            connection.abort();
            connection = null;
        }
    }
}
