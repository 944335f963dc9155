import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** An asynchronous HTTP client with a pool of connections. */
interface Client extends AutoCloseable {
    /** A request under way. */
    record Request(CompletableFuture<Void> answer, Runnable abandon) {}

    String name();

    /** Sends a request; the answer fails if none comes in time. */
    Request send(InetSocketAddress to, Duration timeout) throws Exception;

    @Override
    void close() throws Exception;
}
