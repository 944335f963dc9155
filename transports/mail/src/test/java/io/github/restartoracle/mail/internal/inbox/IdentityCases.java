package io.github.restartoracle.mail.internal.inbox;

import static io.github.restartoracle.mail.internal.inbox.MailOutcome.ACCEPT;
import static io.github.restartoracle.mail.internal.inbox.MailOutcome.DSN;
import static io.github.restartoracle.mail.internal.inbox.MailOutcome.DUP;
import static io.github.restartoracle.mail.internal.inbox.MailOutcome.IGNORE;
import static io.github.restartoracle.mail.internal.inbox.MailOutcome.QUAR;
import static io.github.restartoracle.mail.internal.inbox.Mails.SERVICE;
import static io.github.restartoracle.mail.internal.inbox.Mails.bytes;
import static io.github.restartoracle.mail.internal.inbox.Mails.envelope;
import static io.github.restartoracle.mail.internal.inbox.Mails.head;
import static io.github.restartoracle.mail.internal.inbox.Mails.lines;
import static io.github.restartoracle.mail.internal.inbox.Mails.rawEnvelope;
import static io.github.restartoracle.mail.internal.inbox.Mails.soap;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.mail.internal.account.MailAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Cases 57 to 88, except those that need a client or a service: mails of mail systems, and claims of identity. */
final class IdentityCases {
    private static final String TO = "<wsa:To>mailto:" + SERVICE + "</wsa:To>";

    private IdentityCases() {}

    static List<MailCase> all() {
        List<MailCase> cases = new ArrayList<>();
        cases.addAll(reports());
        cases.addAll(automatic());
        cases.addAll(replyAddresses());
        cases.addAll(copies());
        cases.addAll(responses());
        return cases;
    }

    private static String report(String envelopeId, String action, String status, String original) {
        return lines("Return-Path: <>", "From: MAILER-DAEMON@a.test", "Message-ID: <" + Mails.unique() + "@a.test>")
                + lines(
                        "Content-Type: multipart/report; report-type=delivery-status; boundary=\"r\"",
                        "",
                        "--r",
                        "Content-Type: text/plain",
                        "",
                        "I am sorry",
                        "--r",
                        "Content-Type: message/delivery-status",
                        "",
                        "Reporting-MTA: dns; mx.a.test",
                        "Original-Envelope-Id: " + envelopeId,
                        "",
                        "Final-Recipient: rfc822; nobody@a.test",
                        "Action: " + action,
                        "Status: " + status,
                        "",
                        "--r",
                        original,
                        "--r--");
    }

    private static final String HEADERS =
            "Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: <ours@b.test>\r\nFrom: " + SERVICE + "\r\n";

    private static List<MailCase> reports() {
        String nested = "Content-Type: message/rfc822\r\n\r\n" + soap(envelope());
        return List.of(
                MailCase.of(57, "dsn-failed", DSN, report("ours", "failed", "5.1.1", HEADERS))
                        .and(f -> {
                            assertThat(f.reports).hasSize(1);
                            assertThat(f.reports.get(0).permanent()).isTrue();
                            assertThat(f.reports.get(0).messageId()).isEqualTo("<ours@b.test>");
                        }),
                MailCase.of(58, "dsn-delayed", DSN, report("ours", "delayed", "4.4.7", HEADERS))
                        .and(f -> assertThat(f.reports.get(0).permanent()).isFalse()),
                MailCase.of(59, "dsn-relayed", DSN, report("ours", "relayed", "2.0.0", HEADERS))
                        .and(f -> assertThat(f.reports.get(0).permanent()).isFalse()),
                MailCase.of(59, "dsn-delivered", DSN, report("ours", "delivered", "2.0.0", HEADERS))
                        .and(f -> assertThat(f.reports.get(0).permanent()).isFalse()),
                MailCase.of(60, "dsn-forged", IGNORE, report("guessed", "failed", "5.1.1", HEADERS)),
                MailCase.of(61, "dsn-nested-soap", DSN, report("ours", "failed", "5.1.1", nested)),
                MailCase.of(
                        57,
                        "dsn-without-status",
                        QUAR,
                        report("ours", "failed", "5.1.1", HEADERS).replace("message/delivery-status", "text/plain")));
    }

    private static String text(String extra, String body) {
        return extra + head() + lines("Content-Type: text/plain; charset=us-ascii", "", body);
    }

    private static List<MailCase> automatic() {
        String nullPath = "Return-Path: <>\r\n";
        return List.of(
                MailCase.of(62, "dsn-qmail-plain", IGNORE, text(nullPath, "Hi. This is the qmail-send program.")),
                MailCase.of(
                        63,
                        "mdn",
                        IGNORE,
                        head()
                                + lines(
                                        "Content-Type: multipart/report; report-type=disposition-notification;"
                                                + " boundary=\"r\"",
                                        "",
                                        "--r",
                                        "Content-Type: message/disposition-notification",
                                        "",
                                        "Disposition: manual-action/MDN-sent-manually; displayed",
                                        "--r--")),
                MailCase.of(64, "vacation", IGNORE, text("Auto-Submitted: auto-replied\r\n", "I am away")),
                MailCase.of(65, "vacation-quoting", IGNORE, text("Auto-Submitted: auto-replied\r\n", envelope())),
                MailCase.of(66, "auto-replied-real", ACCEPT, "Auto-Submitted: auto-replied\r\n" + soap(envelope())),
                MailCase.of(67, "null-return-path-soap", ACCEPT, nullPath + soap(envelope()))
                        .with(f -> f.receiver = mail -> {
                            // There is no author to answer, whichever other addresses the mail has.
                            assertThat(mail.author()).isIn(null, MailAddress.of("alice@a.test"));
                            return ACCEPT;
                        }),
                MailCase.of(
                        68,
                        "loop",
                        QUAR,
                        "Resent-From: x@a.test\r\n" + soap(envelope("<wsa:To>mailto:peer@a.test</wsa:To>"))));
    }

    private static String replyTo(String address) {
        return soap(envelope(TO + "<wsa:ReplyTo><wsa:Address>" + address + "</wsa:Address></wsa:ReplyTo>"));
    }

    private static List<MailCase> replyAddresses() {
        String faultTo = replyTo("mailto:victim@c.test").replace("ReplyTo>", "FaultTo>");
        return List.of(
                MailCase.of(69, "reply-to-third-party", ACCEPT, "Reply-To: victim@c.test\r\n" + soap(envelope()))
                        .with(f -> f.receiver = mail -> {
                            assertThat(String.valueOf(mail.author())).isNotEqualTo("victim@c.test");
                            return ACCEPT;
                        }),
                MailCase.of(70, "wsa-replyto-third-party", QUAR, replyTo("mailto:victim@c.test")),
                MailCase.of(70, "wsa-faultto-third-party", QUAR, faultTo),
                MailCase.of(70, "wsa-replyto-allowed", ACCEPT, replyTo("mailto:alice@a.test")),
                MailCase.of(71, "wsa-replyto-hfields", QUAR, replyTo("mailto:a@a.test?bcc=b@a.test&amp;body=x")),
                MailCase.of(72, "wsa-replyto-multi", QUAR, replyTo("mailto:a@a.test,b@a.test")),
                MailCase.of(73, "wsa-replyto-crlf", QUAR, replyTo("mailto:a%0d%0aBcc:b@a.test")),
                MailCase.of(74, "wsa-replyto-unicode", QUAR, replyTo("mailto:a&#x760d;&#x760a;b@a.test")),
                MailCase.of(75, "wsa-replyto-case", ACCEPT, replyTo("MAILTO:alice@a.test")),
                MailCase.of(75, "wsa-replyto-case-third-party", QUAR, replyTo("MAILTO:victim@c.test")),
                MailCase.of(76, "wsa-replyto-long", QUAR, replyTo("mailto:" + "a".repeat(70_000) + "@a.test")),
                MailCase.of(
                                80,
                                "message-id-crlf",
                                ACCEPT,
                                soap(envelope()).replace("@a.test>\r\nMIME", "\r\n Bcc: x@a.test>\r\nMIME"))
                        .with(f -> f.receiver = mail -> {
                            assertThat(String.valueOf(mail.messageId())).doesNotContain("Bcc");
                            return ACCEPT;
                        }));
    }

    /** A pending request of this side. */
    private record Asked(PollFixture fixture, MailAddress addressee, String messageId) implements SentRequest {
        @Override
        public MailOutcome receive(ReceivedMail mail) {
            fixture.steps.add("response");
            return ACCEPT;
        }
    }

    private static MailCase response(
            String name, MailOutcome expected, boolean taken, String addressee, String addressing) {
        return MailCase.of(81, name, expected, "In-Reply-To: <asked@b.test>\r\n" + soap(rawEnvelope(addressing)))
                .with(f -> f.requests.put("<asked@b.test>", new Asked(f, MailAddress.of(addressee), "urn:ours")))
                .and(f -> assertThat(f.steps.contains("response")).isEqualTo(taken));
    }

    private static List<MailCase> responses() {
        String ours = "<wsa:RelatesTo>urn:ours</wsa:RelatesTo>";
        return List.of(
                response("in-reply-to", ACCEPT, true, "alice@a.test", ""),
                response("in-reply-to-related", ACCEPT, true, "alice@a.test", ours),
                response("in-reply-to-related-otherwise", ACCEPT, false, "alice@a.test", ours.replace("ours", "other")),
                response("in-reply-to-addressed-otherwise", ACCEPT, false, "alice@a.test", ours + TO),
                response("forged-in-reply-to", QUAR, false, "bob@a.test", ""),
                response("forged-in-reply-to-related", QUAR, false, "bob@a.test", ours));
    }

    private static List<MailCase> copies() {
        byte[] once = Mails.good();
        byte[] twice = Mails.good();
        String sameId = "<wsa:MessageID>urn:uuid:" + Mails.unique() + "</wsa:MessageID>" + TO;
        String plain = soap(rawEnvelope(""));
        String sequence =
                "<r:Sequence xmlns:r=\"http://schemas.xmlsoap.org/ws/2005/02/rm\"><r:Identifier>s</r:Identifier>"
                        + "<r:MessageNumber>1</r:MessageNumber></r:Sequence>";
        byte[] sequenced = bytes(soap(envelope(TO + sequence)));
        String reused = soap(envelope()).replaceFirst("Message-ID: <[^>]*>", "Message-ID: <reused@a.test>");
        String other = soap(envelope()).replaceFirst("Message-ID: <[^>]*>", "Message-ID: <reused@a.test>");
        return List.of(
                MailCase.of(84, "replay-exact", Set.of(DUP), once, once),
                MailCase.of(84, "replay-exact-without-addressing", Set.of(DUP), bytes(plain), bytes(plain)),
                MailCase.of(
                        84,
                        "replay-without-addressing-through-another-server",
                        Set.of(DUP),
                        bytes(plain),
                        bytes("Received: by x\r\n" + plain)),
                MailCase.of(
                        85,
                        "replay-new-mid",
                        Set.of(DUP),
                        bytes(soap(rawEnvelope(sameId))),
                        bytes(soap(rawEnvelope(sameId)))),
                MailCase.of(86, "same-mid-other-body", Set.of(ACCEPT), bytes(reused), bytes(other)),
                MailCase.of(87, "rm-filters-its-own-copies", Set.of(ACCEPT), sequenced, sequenced),
                MailCase.of(
                        159,
                        "dup-delivery",
                        Set.of(DUP),
                        twice,
                        bytes("Received: by y\r\n" + new String(twice, StandardCharsets.ISO_8859_1))),
                MailCase.of(
                        160,
                        "content-rewrite",
                        ACCEPT,
                        head()
                                + lines(
                                        "Content-Type: text/xml;",
                                        "\tcharset=\"UTF-8\"",
                                        "Content-Transfer-Encoding: quoted-printable",
                                        "",
                                        envelope().replace("=", "=3D").replaceAll("(.{70})", "$1=\r\n"))),
                MailCase.of(88, "wsa-to-other", QUAR, soap(envelope("<wsa:To>mailto:other@b.test</wsa:To>"))),
                MailCase.of(88, "wsa-to-http", QUAR, soap(envelope("<wsa:To>http://b.test/</wsa:To>"))));
    }
}
