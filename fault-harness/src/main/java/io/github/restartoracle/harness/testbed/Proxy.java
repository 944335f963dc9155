package io.github.restartoracle.harness.testbed;

import java.util.Locale;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.Transferable;

/**
 * A program that relays a port of the source's loopback address to the destination. It accepts connections and acknowledges
 * bytes even while the link fails. Each has the timeouts that its users get if they set none.
 */
public enum Proxy {
    /** Relays TCP; connects to the destination for one client after the other. */
    TOXIPROXY,
    /** HAProxy, which relays TCP. */
    HAPROXY_TCP,
    /** HAProxy, which relays requests and keeps connections to the destination. */
    HAPROXY_HTTP,
    /** nginx, which relays TCP. */
    NGINX_STREAM,
    /** nginx, which relays whole requests, each over a connection of its own. */
    NGINX_HTTP;

    private static final String TOXIPROXY_CONFIGURATION = "/toxiproxy.json";

    /** Makes the container. It begins to listen after the start of the source, which tries to connect until it does. */
    GenericContainer<?> container(String destination, int port) {
        if (this != TOXIPROXY) {
            return Containers.of(TestbedImages.proxy()).withCommand(toString(), destination, Integer.toString(port));
        }
        String configuration = String.format(
                Locale.ROOT,
                "[{\"name\": \"link\", \"listen\": \"127.0.0.1:%d\", \"upstream\": \"%s:%d\"}]",
                port,
                destination,
                port);
        return new GenericContainer<>(TestbedImages.toxiproxy())
                .withLabels(Owner.labels())
                .withCopyToContainer(Transferable.of(configuration), TOXIPROXY_CONFIGURATION)
                .withCommand("-host", "127.0.0.1", "-config", TOXIPROXY_CONFIGURATION);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
