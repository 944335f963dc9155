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
 * Finds the addresses of hosts through the system's resolver, which blocks. All attempts of a path that wait for the same name
 * share one lookup, so that an outage of the name service costs one thread per path and not one per attempt.
 *
 * <p>Thread-safe.
 */
final class HostLookup {
    /** Paths do not wait for each other's lookups, which may wait for a thread. */
    private record Key(String host, Executor executor) {}

    private final ConcurrentMap<Key, CompletableFuture<InetAddress[]>> pending = new ConcurrentHashMap<>();

    /**
     * Starts a lookup or joins the one of the same path that is under way.
     *
     * @param host a name or an address
     * @param executor the executor of the path; runs the lookup if it is started
     * @return at least one address, or an {@link UnknownHostException}
     */
    CompletableFuture<InetAddress[]> addresses(String host, Executor executor) {
        InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
        if (literal != null) {
            return CompletableFuture.completedFuture(new InetAddress[] {literal});
        }
        CompletableFuture<InetAddress[]> own = new CompletableFuture<>();
        Key key = new Key(host, executor);
        CompletableFuture<InetAddress[]> other = pending.putIfAbsent(key, own);
        if (other != null) {
            return other;
        }
        try {
            executor.execute(() -> resolve(key, own));
        } catch (RuntimeException | Error noThread) {
            pending.remove(key, own);
            own.completeExceptionally(noThread);
        }
        return own;
    }

    private void resolve(Key key, CompletableFuture<InetAddress[]> result) {
        try {
            InetAddress[] found = InetAddress.getAllByName(key.host());
            pending.remove(key, result);
            result.complete(found);
        } catch (UnknownHostException | RuntimeException | Error unknown) {
            pending.remove(key, result);
            result.completeExceptionally(unknown);
        }
    }

    /** Returns the cause as the lookup threw it. */
    static Throwable unwrap(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return thrown instanceof CompletionException && cause != null ? cause : thrown;
    }
}
