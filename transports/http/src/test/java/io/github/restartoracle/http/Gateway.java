package io.github.restartoracle.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An HTTP gateway in front of a service, which may answer in place of it. */
final class Gateway implements AutoCloseable {
    /** An answer of the gateway itself. */
    record Page(int status, Map<String, String> headers, String body) {
        static Page empty(int status) {
            return new Page(status, Map.of(), "");
        }
    }

    private final URI service;
    private final Function<String, @Nullable Page> pages;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

    /**
     * Creates a gateway that passes requests on.
     *
     * @param service the address to which requests are passed on
     * @param pages takes a request; null if the service is to answer it
     */
    Gateway(URI service, Function<String, @Nullable Page> pages) throws IOException {
        this.service = service;
        this.pages = pages;
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + service.getPath();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = exchange.getRequestBody().readAllBytes();
            Page page = pages.apply(new String(request, StandardCharsets.UTF_8));
            if (page == null) {
                pass(exchange, request);
                return;
            }
            page.headers().forEach(exchange.getResponseHeaders()::set);
            send(exchange, page.status(), page.body().getBytes(StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(HttpExchange exchange, byte[] request) throws IOException, InterruptedException {
        HttpRequest.Builder copy = HttpRequest.newBuilder(service).POST(BodyPublishers.ofByteArray(request));
        for (String name : List.of("Content-Type", "SOAPAction")) {
            exchange.getRequestHeaders().getOrDefault(name, List.of()).forEach(value -> copy.header(name, value));
        }
        HttpResponse<byte[]> answer = client.send(copy.build(), BodyHandlers.ofByteArray());
        answer.headers()
                .firstValue("Content-Type")
                .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
        send(exchange, answer.statusCode(), answer.body());
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
