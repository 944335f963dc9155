package io.github.restartoracle.mail.internal.inbox;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Mails for tests. */
final class Mails {
    static final String SERVICE = "orders@b.test";
    /** A text in every body, which must be in no log. */
    static final String SECRET = "TOP-SECRET-BODY";

    private static final AtomicInteger COUNT = new AtomicInteger();

    private Mails() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns lines with their CRLF. */
    static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    static String unique() {
        return String.format(Locale.ROOT, "id-%06d", COUNT.incrementAndGet());
    }

    static String envelope() {
        return envelope("<wsa:To>mailto:" + SERVICE + "</wsa:To>");
    }

    /** Returns an envelope with a message id of its own. */
    static String envelope(String addressing) {
        return rawEnvelope("<wsa:MessageID>urn:uuid:" + unique() + "</wsa:MessageID>"
                + "<wsa:Action>urn:test:orders/Orders/put</wsa:Action>" + addressing);
    }

    static String rawEnvelope(String header) {
        return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\""
                + " xmlns:wsa=\"http://www.w3.org/2005/08/addressing\"><s:Header>" + header
                + "</s:Header><s:Body><o:put xmlns:o=\"urn:test:orders\"><order>" + SECRET
                + "</order></o:put></s:Body></s:Envelope>";
    }

    /** Returns the first header fields of every mail. */
    static String head() {
        return lines(
                "Return-Path: <alice@a.test>",
                "From: alice@a.test",
                "To: " + SERVICE,
                "Message-ID: <" + unique() + "@a.test>",
                "MIME-Version: 1.0");
    }

    static String soap(String envelope) {
        return head() + lines("Content-Type: text/xml; charset=utf-8", "", envelope);
    }

    static byte[] good() {
        return bytes(soap(envelope()));
    }

    /** Returns a multipart/related of an envelope and one attachment, with more parameters than its boundary and type. */
    static String related(String parameters, String attachment) {
        return head()
                + lines(
                        "Content-Type: multipart/related; boundary=\"b1\"; type=\"text/xml\"" + parameters,
                        "",
                        "--b1",
                        "Content-Type: text/xml; charset=utf-8",
                        "Content-ID: <root@a.test>",
                        "",
                        envelope(),
                        "--b1")
                + attachment
                + lines("", "--b1--");
    }
}
