package io.github.restartoracle.http;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import io.netty.channel.ChannelFuture;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way: look up, connect, write, await the response. It holds no thread. Reports the phases of the
 * attempt; {@link Phase#ANSWERED} and {@link Phase#FAILED} are left to the listener.
 *
 * <p>A connection that was idle and turns out to be closed before a byte of the response has come is replaced by a new
 * one at once, in the same attempt: the server may have closed it while the request was on its way, and a reliable
 * message may be received twice.
 *
 * <p>Everything but {@link #start} is confined to the event loop.
 */
final class Transmission {
    private final Transmitter transmitter;
    private final HttpCall call;
    private final Attempt attempt;
    private final TransmissionListener listener;
    private @Nullable HttpConnection connection;
    private @Nullable Future<?> timeout;
    private boolean written;
    private boolean ended;

    Transmission(Transmitter transmitter, HttpCall call, Attempt attempt, TransmissionListener listener) {
        this.transmitter = transmitter;
        this.call = call;
        this.attempt = attempt;
        this.listener = listener;
    }

    /** Adopts the attempt and returns; does nothing if it was abandoned before. From any thread. */
    void start() {
        if (!attempt.advance(Phase.CONNECTING)) {
            return;
        }
        attempt.onAbandon(() -> onLoop(this::abandon));
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

    private void begin() {
        if (ended) {
            return;
        }
        transmitter.begun(this);
        HttpConnection idle =
                call.closesConnection() ? null : transmitter.idle().take(call.route());
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
        transmitter.lookup().addresses(call.route().host()).whenComplete((found, unknown) -> {
            Runnable next = () -> {
                if (unknown != null) {
                    fail(HostLookup.unwrap(unknown));
                } else {
                    connect(found, 0);
                }
            };
            if (transmitter.loop().inEventLoop()) {
                next.run();
            } else {
                onLoop(next);
            }
        });
    }

    private void connect(InetAddress[] addresses, int index) {
        if (ended) {
            return;
        }
        HttpConnection fresh = new HttpConnection(transmitter, call.route(), this);
        connection = fresh;
        InetSocketAddress address =
                new InetSocketAddress(addresses[index], call.route().port());
        ChannelFuture connecting = transmitter.connect(address, call.connectMillis(), fresh);
        fresh.opened(connecting.channel());
        connecting.addListener(done -> {
            if (ended || connection != fresh) {
                return;
            }
            if (done.isSuccess()) {
                connected(fresh);
            } else if (index + 1 < addresses.length) {
                connect(addresses, index + 1);
            } else {
                fail(done.cause());
            }
        });
    }

    private void connected(HttpConnection fresh) {
        if (!advance(Phase.CONNECTED)) {
            return;
        }
        fresh.connected(call.connectMillis()).addListener(ready -> {
            if (ended || connection != fresh) {
                return;
            }
            Tls tls = call.route().tls();
            try {
                if (!ready.isSuccess()) {
                    fail(ready.cause());
                    return;
                }
                if (tls != null) {
                    tls.verify(call.route().host(), Objects.requireNonNull(fresh.session()));
                }
                askForTrust(fresh);
            } catch (IOException wrongName) {
                fail(wrongName);
            }
        });
    }

    private void askForTrust(HttpConnection ready) {
        if (!call.trusted()) {
            write(ready);
            return;
        }
        transmitter.responses().execute(() -> {
            try {
                listener.trust(ready.session());
                onLoop(() -> write(ready));
            } catch (IOException | RuntimeException distrust) {
                onLoop(() -> fail(distrust));
            }
        });
    }

    private void write(HttpConnection ready) {
        if (ended || connection != ready) {
            return;
        }
        written = false;
        expectWithin(call.receiveMillis(), "the request could not be written");
        ready.write(call).addListener(done -> {
            if (ended || connection != ready) {
                return;
            }
            if (done.isSuccess()) {
                written = true;
                expectWithin(call.receiveMillis(), "no response");
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

    /** The whole response arrived on the connection of this transmission. */
    void answered(HttpConnection used, HttpReply reply, boolean serverKeeps) {
        end();
        // a response that overtakes its request leaves the rest of the request in the connection
        used.release(reply, serverKeeps && written && !call.closesConnection());
        transmitter.responses().execute(() -> listener.answered(reply));
    }

    /** The connection broke. */
    void connectionLost(HttpConnection broken, Throwable cause) {
        if (ended || connection != broken) {
            return;
        }
        if (broken.reused() && !broken.responding()) {
            connection = null;
            expectWithin(0, "");
            lookUp();
        } else {
            fail(cause);
        }
    }

    void fail(Throwable cause) {
        if (ended) {
            return;
        }
        end();
        abortConnection();
        transmitter.responses().execute(() -> listener.failed(cause));
    }

    private void abandon() {
        if (!ended) {
            end();
            abortConnection();
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
        transmitter.ended(this);
    }

    private void abortConnection() {
        if (connection != null) {
            connection.abort();
            connection = null;
        }
    }
}
