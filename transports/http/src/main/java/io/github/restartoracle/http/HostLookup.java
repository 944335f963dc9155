package io.github.restartoracle.http;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;

/**
 * Finds the addresses of hosts through the system's resolver, which blocks. A name is looked up once at a time, however
 * many attempts wait for it, so that an outage of the name service costs one thread per name and not one per attempt.
 *
 * <p>Thread-safe.
 */
final class HostLookup {
    private final ConcurrentMap<String, CompletableFuture<InetAddress[]>> pending = new ConcurrentHashMap<>();
    private final Executor executor;

    HostLookup(Executor executor) {
        this.executor = executor;
    }

    /**
     * Starts a lookup or joins the one under way.
     *
     * @param host a name or an address
     * @return at least one address, or an {@link UnknownHostException}
     */
    CompletableFuture<InetAddress[]> addresses(String host) {
        InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
        if (literal != null) {
            return CompletableFuture.completedFuture(new InetAddress[] {literal});
        }
        CompletableFuture<InetAddress[]> own = new CompletableFuture<>();
        CompletableFuture<InetAddress[]> other = pending.putIfAbsent(host, own);
        if (other != null) {
            return other;
        }
        try {
            executor.execute(() -> resolve(host, own));
        } catch (RuntimeException closed) {
            pending.remove(host, own);
            own.completeExceptionally(closed);
        }
        return own;
    }

    private void resolve(String host, CompletableFuture<InetAddress[]> result) {
        try {
            InetAddress[] found = InetAddress.getAllByName(host);
            pending.remove(host, result);
            result.complete(found);
        } catch (UnknownHostException | RuntimeException unknown) {
            pending.remove(host, result);
            result.completeExceptionally(unknown);
        }
    }

    /** The cause as the lookup threw it. */
    static Throwable unwrap(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return thrown instanceof CompletionException && cause != null ? cause : thrown;
    }
}
