import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** Apache HttpClient 5, asynchronous, with room for 256 connections to each of four peers. */
final class HttpClient5 implements Client {
    private final PoolingAsyncClientConnectionManager pool = PoolingAsyncClientConnectionManagerBuilder.create()
            .setMaxConnPerRoute(256)
            .setMaxConnTotal(1024)
            .setDefaultConnectionConfig(ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.ofSeconds(30))
                    .build())
            .build();
    private final CloseableHttpAsyncClient client = HttpAsyncClients.custom()
            .setConnectionManager(pool)
            .disableAutomaticRetries()
            .build();
    private final boolean closesIdle;

    HttpClient5(boolean closesIdle) {
        this.closesIdle = closesIdle;
        client.start();
    }

    @Override
    public String name() {
        return closesIdle ? "HttpClient 5, closeIdle(0) before each request" : "HttpClient 5";
    }

    @Override
    public Request send(InetSocketAddress to, Duration timeout) {
        if (closesIdle) {
            pool.closeIdle(TimeValue.ZERO_MILLISECONDS);
        }
        SimpleHttpRequest request = SimpleRequestBuilder.get("http://" + to.getHostString() + ":" + to.getPort() + "/")
                .build();
        request.setConfig(RequestConfig.custom()
                .setResponseTimeout(Timeout.of(timeout))
                .build());
        CompletableFuture<Void> answer = new CompletableFuture<>();
        Future<SimpleHttpResponse> response = client.execute(request, new FutureCallback<>() {
            @Override
            public void completed(SimpleHttpResponse result) {
                answer.complete(null);
            }

            @Override
            public void failed(Exception cause) {
                answer.completeExceptionally(cause);
            }

            @Override
            public void cancelled() {
                answer.cancel(false);
            }
        });
        return new Request(answer, () -> response.cancel(true));
    }

    @Override
    public void close() throws Exception {
        client.close(org.apache.hc.core5.io.CloseMode.IMMEDIATE);
    }
}
