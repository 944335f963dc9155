package io.github.restartoracle.benchmarks.load;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * A process that answers every request with the bytes of an acknowledgement. In other respects it behaves as {@link LoadService}.
 */
final class BareService {
    private BareService() {}

    public static void main(String[] arguments) throws IOException {
        byte[] answer = envelope("SequenceAcknowledgement").getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 100);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        Child.tell("ready");
        Measures.tellUsageWhenAsked();
        System.exit(0);
    }

    /** Returns an envelope of the size of a reliable message, or of its acknowledgement. */
    static String envelope(String header) {
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
