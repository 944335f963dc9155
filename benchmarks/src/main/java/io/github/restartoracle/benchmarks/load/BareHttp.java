package io.github.restartoracle.benchmarks.load;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** The bytes of reliable messages over HTTP, without WS-RM or SOAP: an upper bound. */
final class BareHttp {
    /** Its name where the name of a {@link Stack} may stand. */
    static final String NAME = "BARE";

    private BareHttp() {}

    /** Answers every request with the bytes of an acknowledgement. */
    static void serve(String address) throws IOException {
        byte[] answer = envelope("SequenceAcknowledgement").getBytes(StandardCharsets.UTF_8);
        System.setProperty("sun.net.httpserver.nodelay", "true");
        InetSocketAddress loopback = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), URI.create(address).getPort());
        HttpServer server = HttpServer.create(loopback, 100);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    /** Returns a call that posts the envelope of a reliable message. */
    static Runnable call(String address) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest post = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "text/xml; charset=UTF-8")
                .POST(HttpRequest.BodyPublishers.ofString(envelope("Sequence")))
                .build();
        return () -> {
            try {
                client.send(post, BodyHandlers.ofByteArray());
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** Returns an envelope of the size of a reliable message, or of its acknowledgement. */
    private static String envelope(String header) {
        String id = "urn:uuid:0c5f8d5e-4b1a-4f4e-9c1b-000000000000";
        return "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header>"
                + "<Action xmlns=\"http://www.w3.org/2005/08/addressing\">urn:io.github.restartoracle:Orders:put</Action>"
                + "<MessageID xmlns=\"http://www.w3.org/2005/08/addressing\">" + id + "</MessageID>"
                + "<To xmlns=\"http://www.w3.org/2005/08/addressing\">http://localhost:9000/orders</To>"
                + "<ReplyTo xmlns=\"http://www.w3.org/2005/08/addressing\"><Address>"
                + "http://www.w3.org/2005/08/addressing/none</Address></ReplyTo>"
                + "<wsrm:" + header + " xmlns:wsrm=\"http://schemas.xmlsoap.org/ws/2005/02/rm\"><wsrm:Identifier>" + id
                + "</wsrm:Identifier><wsrm:MessageNumber>12345</wsrm:MessageNumber></wsrm:" + header + ">"
                + "</soap:Header><soap:Body><ns:put xmlns:ns=\"" + Orders.NAMESPACE
                + "\"><arg0>one order of fifty bytes, more or less, as it goes</arg0></ns:put></soap:Body></soap:Envelope>";
    }
}
