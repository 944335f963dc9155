package io.github.restartoracle.wsrm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A source that is written by hand, of WS-RM 1.1 unless stated otherwise, with anonymous acknowledgements and answers. */
final class RawSource {
    /** The versions of the specifications that a source uses. */
    enum Version {
        RM11(
                "http://docs.oasis-open.org/ws-rx/wsrm/200702",
                "http://www.w3.org/2005/08/addressing",
                "/anonymous",
                false),
        RM11_SOAP12(RM11.rm, RM11.addressing, RM11.anonymous, true),
        RM10("http://schemas.xmlsoap.org/ws/2005/02/rm", RM11.addressing, RM11.anonymous, false),
        RM10_EARLIER_ADDRESSING(RM10.rm, "http://schemas.xmlsoap.org/ws/2004/08/addressing", "/role/anonymous", false);

        final String rm;
        final String addressing;
        final boolean soap12;
        private final String anonymous;

        Version(String rm, String addressing, String anonymous, boolean soap12) {
            this.rm = rm;
            this.addressing = addressing;
            this.anonymous = anonymous;
            this.soap12 = soap12;
        }

        private String anonymous() {
            return addressing + anonymous;
        }

        private String soap() {
            return soap12 ? "http://www.w3.org/2003/05/soap-envelope" : "http://schemas.xmlsoap.org/soap/envelope/";
        }
    }

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Pattern IDENTIFIER = Pattern.compile("Identifier[^>]*>([^<]+)<");

    private final HttpClient http = HttpClient.newHttpClient();
    private final String address;
    private final Version version;
    /** White space around identifiers, addresses and numbers. */
    String padding = "";

    String acksTo;
    /** The reference parameters of the address for acknowledgements; empty for none. */
    String parameters = "";

    String replyTo;
    /** Null for none. */
    @Nullable
    String faultTo;

    /** True if envelopes end after their body. */
    boolean cut;

    /** The encoding of requests, which their envelopes do not declare. */
    Charset encoding = UTF_8;

    /** True if requests say that a proxy has forwarded them. */
    boolean forwarded;
    /** The sequence that was offered for answers. */
    final String offered = newName();

    final String sequence;
    /** The SOAPAction of messages with a number; empty for none. */
    String soapAction = "";
    /** True if messages have the number of their transmission, as those of a restart oracle do. */
    boolean numbered;

    RawSource(String address) throws IOException, InterruptedException {
        this(address, Version.RM11);
    }

    RawSource(String address, Version version) throws IOException, InterruptedException {
        this(address, version, source -> {});
    }

    /** Creates a source that is changed before it creates its sequence. */
    RawSource(String address, Version version, Consumer<RawSource> change) throws IOException, InterruptedException {
        this.address = address;
        this.version = version;
        this.acksTo = version.anonymous();
        this.replyTo = version.anonymous();
        change.accept(this);
        String created = create("", offered, "");
        Matcher identifier = IDENTIFIER.matcher(created);
        if (!identifier.find()) {
            throw new IOException("no sequence: " + created);
        }
        sequence = identifier.group(1);
    }

    /** Asks for a sequence, and offers one, with lifetimes; empty for none. */
    private String create(String expires, String name, String offerExpires) throws IOException, InterruptedException {
        return post(
                version.rm + "/CreateSequence",
                "",
                "<r:CreateSequence><r:AcksTo><a:Address>" + padded(acksTo) + "</a:Address>" + parameters + "</r:AcksTo>"
                        + expires
                        + "<r:Offer><r:Identifier>" + padded(name) + "</r:Identifier>" + endpoint()
                        + offerExpires
                        + "</r:Offer></r:CreateSequence>");
    }

    /** Returns the endpoint of an offered sequence; WS-RM 1.0 has none. */
    private String endpoint() {
        return version.rm.equals(Version.RM11.rm)
                ? "<r:Endpoint><a:Address>" + version.anonymous() + "</a:Address></r:Endpoint>"
                : "";
    }

    /** Returns the answer to a CreateSequence that asks for a lifetime. */
    String createFor(String duration) throws IOException, InterruptedException {
        return create(expires(duration), newName(), "");
    }

    /** Returns the answer to a CreateSequence that offers a sequence with a lifetime. */
    String offerFor(String duration) throws IOException, InterruptedException {
        return create("", newName(), expires(duration));
    }

    /** Returns the answer to a CreateSequence that offers the same sequence once more. */
    String offerAgain() throws IOException, InterruptedException {
        return create("", offered, "");
    }

    private static String expires(String duration) {
        return "<r:Expires>" + duration + "</r:Expires>";
    }

    /** Sends a message of the sequence. */
    String send(long number, String operation, String order) throws IOException, InterruptedException {
        return exchange(number, operation, order).body();
    }

    /** Sends a message of the sequence, and returns the whole answer. */
    HttpResponse<String> exchange(long number, String operation, String order)
            throws IOException, InterruptedException {
        return call(sequenceHeader(number), operation, order);
    }

    /** Sends a message with headers of WS-RM. */
    HttpResponse<String> call(String headers, String operation, String order) throws IOException, InterruptedException {
        return exchange("urn:test:orders/Orders/" + operation, headers, body(operation, order));
    }

    private static String body(String operation, String order) {
        return "<o:" + operation + " xmlns:o='urn:test:orders'><order>" + order + "</order></o:" + operation + ">";
    }

    /** Sends a message of the sequence in a request of which the last chunk does not come. */
    Socket sendWithoutEnd(long number, String operation, String order) throws IOException {
        URI to = URI.create(address);
        byte[] envelope = envelope(
                        "urn:test:orders/Orders/" + operation, sequenceHeader(number), body(operation, order))
                .getBytes(UTF_8);
        Socket socket = new Socket(to.getHost(), to.getPort());
        OutputStream out = socket.getOutputStream();
        out.write(("POST " + to.getPath()
                        + " HTTP/1.1\r\nHost: localhost\r\nSOAPAction: \"\"\r\nContent-Type: text/xml\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(envelope.length) + "\r\n")
                .getBytes(UTF_8));
        out.write(envelope);
        out.write("\r\n".getBytes(UTF_8));
        return socket;
    }

    /** Sends a message of WS-RM itself about the sequence. */
    HttpResponse<String> control(String operation) throws IOException, InterruptedException {
        return exchange(
                version.rm + "/" + operation,
                "",
                "<r:" + operation + "><r:Identifier>" + padded(sequence) + "</r:Identifier></r:" + operation + ">");
    }

    /** Sends a message of WS-RM itself that has no body. */
    HttpResponse<String> control(String action, String headers) throws IOException, InterruptedException {
        return exchange(version.rm + "/" + action, headers, "");
    }

    /** Requests an acknowledgement, without a message. */
    String requestAcknowledgement(String identifier) throws IOException, InterruptedException {
        return post(
                version.rm + "/AckRequested",
                "<r:AckRequested><r:Identifier>" + padded(identifier) + "</r:Identifier></r:AckRequested>",
                "");
    }

    /** Returns the body of a multipart request that carries a message of the sequence with a document as an attachment. */
    byte[] multipart(long number, byte[] document) throws IOException {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        parts.write(("--part\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\nContent-ID: <root>\r\n\r\n"
                        + envelope(
                                "urn:test:orders/Orders/archive",
                                sequenceHeader(number),
                                "<o:archive xmlns:o='urn:test:orders'><document>"
                                        + "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:document'/>"
                                        + "</document></o:archive>")
                        + "\r\n--part\r\nContent-Type: application/octet-stream\r\nContent-ID: <document>\r\n\r\n")
                .getBytes(UTF_8));
        parts.write(document);
        parts.write("\r\n--part--\r\n".getBytes(UTF_8));
        return parts.toByteArray();
    }

    /** Returns the head of the request with such a body. */
    byte[] headOfMultipart(int bytes, boolean gzip) {
        return ("POST " + URI.create(address).getPath() + " HTTP/1.1\r\nHost: localhost\r\nSOAPAction: \"\"\r\n"
                        + (gzip ? "Content-Encoding: gzip\r\n" : "")
                        + "Content-Type: multipart/related; type=\"application/xop+xml\"; start=\"<root>\";"
                        + " start-info=\"text/xml\"; boundary=part\r\nContent-Length: " + bytes + "\r\n\r\n")
                .getBytes(UTF_8);
    }

    private static String newName() {
        return "urn:uuid:" + UUID.randomUUID();
    }

    private String padded(String text) {
        return padding + text + padding;
    }

    private String sequenceHeader(long number) {
        return sequenceHeader(number, "");
    }

    /** Returns the header of the last message in WS-RM 1.0. */
    String lastHeader(long number) {
        return sequenceHeader(number, "<r:LastMessage/>");
    }

    private String sequenceHeader(long number, String last) {
        return "<r:Sequence s:mustUnderstand='1'><r:Identifier>" + padded(sequence)
                + "</r:Identifier><r:MessageNumber>" + padded(String.valueOf(number))
                + "</r:MessageNumber>" + last + "</r:Sequence>"
                + (numbered
                        ? "<t:Transmission xmlns:t='urn:io.github.restartoracle:transmission:1'>1</t:Transmission>"
                        : "");
    }

    private String envelope(String action, String headers, String body) {
        return "<s:Envelope xmlns:s='" + version.soap() + "' xmlns:a='" + version.addressing
                + "' xmlns:r='" + version.rm + "'><s:Header><a:Action>" + padded(action) + "</a:Action><a:MessageID>"
                + padded(newName()) + "</a:MessageID><a:To>" + padded(address)
                + "</a:To><a:ReplyTo><a:Address>" + padded(replyTo)
                + "</a:Address></a:ReplyTo>"
                + (faultTo == null ? "" : "<a:FaultTo><a:Address>" + faultTo + "</a:Address></a:FaultTo>") + headers
                + "</s:Header><s:Body>" + body
                + "</s:Body>" + (cut ? "" : "</s:Envelope>");
    }

    private String post(String action, String headers, String body) throws IOException, InterruptedException {
        return exchange(action, headers, body).body();
    }

    private HttpResponse<String> exchange(String action, String headers, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(address));
        if (forwarded) {
            builder.header("X-Forwarded-For", "192.0.2.7");
        }
        HttpRequest request = builder.timeout(PATIENCE)
                .header(
                        "Content-Type",
                        (version.soap12 ? "application/soap+xml" : "text/xml") + "; charset=" + encoding)
                .header("SOAPAction", action.startsWith(version.rm) ? "\"" + action + "\"" : soapAction)
                .POST(HttpRequest.BodyPublishers.ofString(envelope(action, headers, body), encoding))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
