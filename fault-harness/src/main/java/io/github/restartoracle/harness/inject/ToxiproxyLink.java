package io.github.restartoracle.harness.inject;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.ToxicList;
import io.github.restartoracle.harness.fault.Direction;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.testcontainers.toxiproxy.ToxiproxyContainer;

/**
 * A path through Toxiproxy. It relays TCP: it can delay, throttle, cut and reset connections, but it answers SYNs itself, so it
 * cannot show lost packets and their retransmission; use the IP layer for that.
 *
 * <p>Not thread-safe.
 */
public final class ToxiproxyLink {
    private final ToxiproxyContainer container;
    private final int port;
    private final Proxy proxy;
    private int toxics;

    private ToxiproxyLink(ToxiproxyContainer container, int port, Proxy proxy) {
        this.container = container;
        this.port = port;
        this.proxy = proxy;
    }

    /**
     * Opens a path.
     *
     * @param container a running Toxiproxy; the caller closes it
     * @param port the port on which the proxy listens in the container, from 8666 to 8697
     * @param upstream host and port of the server as the container sees it, such as {@code backend:8000}
     * @return the path, without faults
     * @throws IOException if Toxiproxy refuses
     */
    public static ToxiproxyLink open(ToxiproxyContainer container, int port, String upstream) throws IOException {
        ToxiproxyClient client = new ToxiproxyClient(container.getHost(), container.getControlPort());
        return new ToxiproxyLink(container, port, client.createProxy("link-" + port, "0.0.0.0:" + port, upstream));
    }

    /**
     * Returns the address to which clients outside of containers connect.
     *
     * @return the address
     */
    public InetSocketAddress address() {
        return new InetSocketAddress(container.getHost(), container.getMappedPort(port));
    }

    /**
     * Begins a fault, on open connections too.
     *
     * @param fault the fault
     * @throws IOException if Toxiproxy refuses
     */
    public void begin(ConnectionFault fault) throws IOException {
        for (Direction direction : List.of(Direction.FORWARD, Direction.BACKWARD)) {
            if (fault.direction().overlaps(direction)) {
                add(fault, direction == Direction.FORWARD ? ToxicDirection.UPSTREAM : ToxicDirection.DOWNSTREAM);
            }
        }
    }

    private void add(ConnectionFault fault, ToxicDirection direction) throws IOException {
        ToxicList list = proxy.toxics();
        String name = "toxic-" + toxics++;
        if (fault instanceof ConnectionFault.Latency latency) {
            list.latency(name, direction, latency.delay().toMillis())
                    .setJitter(latency.jitter().toMillis());
        } else if (fault instanceof ConnectionFault.Throttle throttle) {
            list.bandwidth(name, direction, throttle.kilobytesPerSecond());
        } else if (fault instanceof ConnectionFault.Reset reset) {
            list.resetPeer(name, direction, reset.after().toMillis());
        } else if (fault instanceof ConnectionFault.Silence silence) {
            list.timeout(name, direction, silence.after().toMillis());
        } else if (fault instanceof ConnectionFault.Cut cut) {
            list.limitData(name, direction, cut.bytes());
        }
    }

    /**
     * Ends all faults.
     *
     * @throws IOException if Toxiproxy refuses
     */
    public void clear() throws IOException {
        for (var toxic : proxy.toxics().getAll()) {
            toxic.remove();
        }
    }

    /**
     * Refuses new connections and closes the open ones, or ends that.
     *
     * @param down true to refuse
     * @throws IOException if Toxiproxy refuses
     */
    public void down(boolean down) throws IOException {
        if (down) {
            proxy.disable();
        } else {
            proxy.enable();
        }
    }
}
