package io.github.restartoracle.mail.internal.inbox;

import static io.github.restartoracle.mail.internal.inbox.MailOutcome.ACCEPT;
import static io.github.restartoracle.mail.internal.inbox.MailOutcome.QUAR;
import static io.github.restartoracle.mail.internal.inbox.Mails.bytes;
import static io.github.restartoracle.mail.internal.inbox.Mails.envelope;
import static io.github.restartoracle.mail.internal.inbox.Mails.head;
import static io.github.restartoracle.mail.internal.inbox.Mails.lines;
import static io.github.restartoracle.mail.internal.inbox.Mails.related;
import static io.github.restartoracle.mail.internal.inbox.Mails.soap;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/** Cases 1 to 56: MIME and headers. */
final class MimeCases {
    private static final String OCTETS =
            lines("Content-Type: application/octet-stream", "Content-ID: <a1>", "", "attached");

    private MimeCases() {}

    static List<MailCase> all() {
        List<MailCase> cases = new ArrayList<>();
        cases.addAll(structure());
        cases.addAll(boundaries());
        cases.addAll(encodings());
        cases.addAll(charsets());
        cases.addAll(headers());
        cases.addAll(lineEnds());
        cases.addAll(kinds());
        cases.addAll(choices());
        cases.addAll(sizes());
        return cases;
    }

    private static String of(String type, String... body) {
        return head() + "Content-Type: " + type + "\r\n\r\n" + lines(body);
    }

    private static String encoded(String encoding, String body) {
        return head()
                + lines("Content-Type: text/xml; charset=utf-8", "Content-Transfer-Encoding: " + encoding, "", body);
    }

    private static String base64(byte[] bytes) {
        return Base64.getMimeEncoder().encodeToString(bytes);
    }

    private static String base64() {
        return base64(bytes(envelope()));
    }

    private static List<MailCase> structure() {
        StringBuilder deep = new StringBuilder(head());
        for (int i = 0; i < 500; i++) {
            deep.append(lines("Content-Type: multipart/mixed; boundary=\"n" + i + "\"", "", "--n" + i));
        }
        String many = of("multipart/mixed; boundary=\"b\"", "--b\r\n\r\n".repeat(100_000) + "--b--");
        String inner = lines("Content-Type: message/rfc822", "").repeat(200);
        String bomb = "A".repeat(600_000);
        return List.of(
                MailCase.of(1, "deep-multipart", QUAR, deep.toString()),
                MailCase.of(2, "many-parts", QUAR, many),
                MailCase.of(3, "rfc822-matryoshka", QUAR, head() + inner + soap(envelope())),
                MailCase.of(4, "base64-bomb", QUAR, encoded("base64", base64(bytes(bomb))))
                        .with(f -> f.limits = PollFixture.limits("decoded-bytes", "500000")),
                MailCase.of(
                        5,
                        "gzip-body",
                        QUAR,
                        head() + lines("Content-Encoding: gzip", "Content-Type: text/xml", "", envelope())));
    }

    private static List<MailCase> boundaries() {
        String upper = related("", OCTETS).replace("boundary=", "BOUNDARY=");
        String parameters = related("", OCTETS).replace("boundary=\"b1\"", "boundary*0=\"b\"; boundary*1=\"1\"");
        String prefix = related("", OCTETS.replace("attached", "--b10\r\nstill attached"));
        String closed = related("", OCTETS);
        return List.of(
                MailCase.of(
                        6, "missing-boundary-param", QUAR, related("", OCTETS).replace("boundary=\"b1\"; ", "")),
                MailCase.of(7, "boundary-upper", ACCEPT, upper),
                MailCase.of(8, "boundary-rfc2231", QUAR, parameters),
                MailCase.of(9, "boundary-prefix", Set.of(ACCEPT, QUAR), bytes(prefix))
                        .and(f -> assertThat(f.delivered.get(0)).matches("(?s).*(still attached|TOP-SECRET).*")),
                MailCase.of(10, "boundary-200", QUAR, related("", OCTETS).replace("b1", "b".repeat(200))),
                MailCase.of(
                        10, "boundary-space-ended", QUAR, related("", OCTETS).replace("\"b1\"", "\"b1 \"")),
                MailCase.of(11, "no-boundary-at-all", QUAR, of("multipart/related; boundary=\"b\"", "nothing")),
                MailCase.of(11, "no-close-boundary", QUAR, closed.substring(0, closed.indexOf("--b1--"))),
                MailCase.of(
                        11, "no-close-boundary-in-part", QUAR, closed.substring(0, closed.indexOf("attached") + 4)));
    }

    private static List<MailCase> encodings() {
        String plain = envelope();
        String quoted = plain.replace("=", "=3D");
        String utf8 = envelope().replace(Mails.SECRET, Mails.SECRET + "\u00c3\u00a4");
        return List.of(
                MailCase.of(
                        12,
                        "truncated-base64",
                        QUAR,
                        encoded("base64", base64().replaceAll("=*$", "").replaceAll("(?s)^(.*)...$", "$1A"))),
                MailCase.of(13, "base64-garbage", QUAR, encoded("base64", "!!!" + base64())),
                MailCase.of(
                        13,
                        "base64-garbage-inside",
                        QUAR,
                        encoded("base64", base64().replaceFirst("^(.{8})", "$1*!*!"))),
                MailCase.of(14, "qp-broken", QUAR, encoded("quoted-printable", quoted + "=G1")),
                MailCase.of(14, "qp-cut", QUAR, encoded("quoted-printable", quoted.substring(0, 40) + "=G")),
                MailCase.of(15, "unknown-cte", QUAR, encoded("x-foo", plain)),
                MailCase.of(16, "cte-trailing-space-case", ACCEPT, encoded("BASE64 ", base64())),
                MailCase.of(17, "dup-cte", QUAR, encoded("7bit\r\nContent-Transfer-Encoding: base64", plain)),
                MailCase.of(
                        18,
                        "base64-on-multipart",
                        QUAR,
                        related("", OCTETS).replace("MIME-Version: 1.0", "Content-Transfer-Encoding: base64")),
                MailCase.of(19, "8bit-in-7bit", ACCEPT, encoded("7bit", utf8))
                        .and(f -> assertThat(f.delivered.get(0)).contains(Mails.SECRET + "\u00e4")));
    }

    private static String in(String type, Charset charset, String mark) {
        byte[] text = (mark + envelope()).getBytes(charset);
        return head() + lines("Content-Type: " + type, "Content-Transfer-Encoding: base64", "", base64(text));
    }

    private static List<MailCase> charsets() {
        Charset utf32 = Charset.forName("UTF-32BE");
        return List.of(
                MailCase.of(20, "charset-unknown", QUAR, of("text/xml; charset=x-klingon", envelope())),
                MailCase.of(
                        21, "charset-lie", QUAR, in("text/xml; charset=us-ascii", StandardCharsets.UTF_16LE, "\ufeff")),
                MailCase.of(22, "utf7", QUAR, of("text/xml; charset=utf-7", "+ADw-x/+AD4-")),
                MailCase.of(23, "bom-utf8", ACCEPT, in("text/xml", StandardCharsets.UTF_8, "\ufeff")),
                MailCase.of(23, "bom-utf16le", ACCEPT, in("text/xml", StandardCharsets.UTF_16LE, "\ufeff")),
                MailCase.of(
                        23, "bom-utf16be", ACCEPT, in("text/xml; charset=utf-16", StandardCharsets.UTF_16BE, "\ufeff")),
                MailCase.of(23, "bom-utf32", QUAR, in("text/xml", utf32, "\ufeff")),
                MailCase.of(24, "nul-in-body", QUAR, soap(envelope().replace(Mails.SECRET, "a\0b"))),
                MailCase.of(24, "nul-in-header", QUAR, "X-A: a\0b\r\n" + soap(envelope())),
                MailCase.of(
                        24,
                        "nul-encoded",
                        QUAR,
                        encoded("base64", base64(bytes(envelope().replace("<s:Body>", "<s:\0Body>"))))
                                .replace("utf-8", "utf-7")));
    }

    private static List<MailCase> headers() {
        String to = "a@b.test, ".repeat(500).replaceAll("(.{70,80}) ", "$1\r\n ");
        String words = "=?utf-8?q?a?=\r\n ".repeat(50_000);
        return List.of(
                MailCase.of(25, "no-headers", QUAR, "\r\n" + envelope()),
                MailCase.of(25, "no-headers-at-all", QUAR, envelope()),
                MailCase.of(26, "no-message-id", ACCEPT, soap(envelope()).replaceFirst("Message-ID:[^\r]*\r\n", "")),
                MailCase.of(27, "dup-message-id-header", QUAR, "Message-ID: <x@y>\r\n" + soap(envelope())),
                MailCase.of(28, "dup-from-to", ACCEPT, lines("From: x@y", "To: " + to + "x@y") + soap(envelope())),
                MailCase.of(29, "huge-header", QUAR, "X-A: " + "a".repeat(5 << 20) + "\r\n" + soap(envelope()))
                        .with(f -> f.limits = PollFixture.limits("mail-bytes", "8388608")),
                MailCase.of(30, "many-headers", QUAR, "X-A: a\r\n".repeat(200_000) + soap(envelope()))
                        .with(f -> f.limits = PollFixture.limits("mail-bytes", "8388608", "header-bytes", "8388608")),
                MailCase.of(
                        31,
                        "blank-folded-line",
                        Set.of(ACCEPT, QUAR),
                        bytes("X-A: a\r\n \r\n b\r\n" + soap(envelope()))),
                MailCase.of(31, "colon-less-line", QUAR, "X-A a\r\n" + soap(envelope())),
                MailCase.of(31, "space-before-colon", QUAR, "X-A : a\r\n" + soap(envelope())),
                MailCase.of(31, "folded-first-line", QUAR, " X-A: a\r\n" + soap(envelope())),
                MailCase.of(33, "encoded-word-ct", QUAR, of("=?utf-8?q?text/xml?=", envelope())),
                MailCase.of(
                        34,
                        "encoded-word-injection",
                        ACCEPT,
                        "Subject: =?utf-8?q?a=0D=0ABcc:_victim@c.test?=\r\n" + soap(envelope())),
                MailCase.of(35, "encoded-word-quadratic", ACCEPT, "Subject: " + words + "end\r\n" + soap(envelope()))
                        .with(f -> f.limits = PollFixture.limits("mail-bytes", "4194304", "header-bytes", "2097152")),
                MailCase.of(36, "date-nonsense", ACCEPT, "Date: 31 Feb 99999\r\n" + soap(envelope())),
                MailCase.of(36, "date-1601", ACCEPT, "Date: Mon, 1 Jan 1601 00:00:00 +9999\r\n" + soap(envelope())),
                MailCase.of(37, "content-length-lie", ACCEPT, "Content-Length: 5\r\nLines: 1\r\n" + soap(envelope())));
    }

    private static List<MailCase> lineEnds() {
        String mail = soap(envelope());
        return List.of(
                MailCase.of(32, "bare-lf-in-header", QUAR, "X-A: a\nBcc: x@y\r\n" + mail),
                MailCase.of(32, "bare-cr-in-header", QUAR, "X-A: a\rBcc: x@y\r\n" + mail),
                MailCase.of(32, "bare-lf-in-body", QUAR, mail.replace("<s:Body>", "<s:Body>\n")),
                MailCase.of(32, "bare-cr-in-body", QUAR, mail.replace("<s:Body>", "<s:Body>\r")),
                MailCase.of(32, "smuggled-end", QUAR, mail.replace("<s:Body>", "<s:Body>\n.\r\nMAIL FROM:<x@y>\r\n")));
    }

    private static List<MailCase> kinds() {
        String signed = of(
                "multipart/signed; boundary=\"b\"; protocol=\"application/pkcs7-signature\"",
                "--b",
                "Content-Type: text/xml",
                "",
                envelope(),
                "--b",
                "Content-Type: application/pkcs7-signature",
                "",
                "x",
                "--b--");
        return List.of(
                MailCase.of(38, "winmail.dat", QUAR, of("application/ms-tnef; name=winmail.dat", "x")),
                MailCase.of(39, "smime-signed", QUAR, signed),
                MailCase.of(40, "pgp-mime", QUAR, signed.replace("multipart/signed", "multipart/encrypted")),
                MailCase.of(41, "html-alternative", QUAR, signed.replace("multipart/signed", "multipart/alternative")),
                MailCase.of(
                        47,
                        "external-body",
                        QUAR,
                        of("message/external-body; access-type=URL; URL=\"http://c.test/\"", "x")),
                MailCase.of(48, "message-partial", QUAR, of("message/partial; id=a; number=1; total=3", envelope())),
                MailCase.of(49, "yenc-uu", QUAR, of("text/plain", "begin 644 soap.xml", "#86%A", "end")),
                MailCase.of(50, "wrong-ct-valid-soap", QUAR, of("text/plain", envelope())),
                MailCase.of(50, "octet-stream-valid-soap", QUAR, of("application/octet-stream", envelope())),
                MailCase.of(51, "no-ct", QUAR, head() + "\r\n" + envelope()),
                MailCase.of(55, "xml-in-html-escaped", QUAR, of("text/html", "&lt;s:Envelope&gt;")),
                MailCase.of(55, "xml-escaped-in-xml", QUAR, of("text/xml", "&lt;s:Envelope&gt;")));
    }

    private static List<MailCase> choices() {
        String mixed = related("", OCTETS).replace("multipart/related", "multipart/mixed");
        String second = related("", lines("Content-Type: text/xml", "", envelope()))
                .replace("multipart/related", "multipart/mixed");
        String collision = related("", OCTETS.replace("<a1>", "<root@a.test>"));
        String traversal = related(
                "",
                lines(
                        "Content-Type: application/octet-stream",
                        "Content-ID: <a1>",
                        "Content-Disposition: attachment; filename=\"../../etc/passwd\"",
                        "",
                        "attached"));
        String continued =
                traversal.replace("filename=\"../../etc/passwd\"", "filename*0=\"../\"; filename*1=\"../x\"");
        String quoted = head()
                + lines(
                        "Content-Type: text/xml; charset=utf-8",
                        "Content-Transfer-Encoding: quoted-printable",
                        "",
                        envelope().replace("=", "=3D").replaceAll("(.{60})", "$1=\r\n"));
        return List.of(
                MailCase.of(42, "soap-second-part", QUAR, mixed),
                MailCase.of(43, "two-soap-parts", QUAR, second),
                MailCase.of(44, "related-start-missing", QUAR, related("; start=\"<nowhere>\"", OCTETS)),
                MailCase.of(45, "cid-collision", QUAR, collision),
                MailCase.of(46, "filename-traversal", ACCEPT, traversal)
                        .and(f -> assertThat(f.delivered.get(0))
                                .contains("filename=\"passwd\"")
                                .doesNotContain("..")),
                MailCase.of(46, "filename-traversal-rfc2231", ACCEPT, continued)
                        .and(f -> assertThat(f.delivered.get(0)).doesNotContain("../")),
                MailCase.of(52, "list-footer", QUAR, soap(envelope()) + lines("___", "To unsubscribe")),
                MailCase.of(53, "list-related", QUAR, "List-Id: <l.a.test>\r\n" + mixed),
                MailCase.of(54, "disclaimer-added-part", QUAR, mixed),
                MailCase.of(54, "disclaimer-rewrite", ACCEPT, quoted));
    }

    private static String sized(int octets) {
        String mail = soap(envelope());
        String padding = "p".repeat(octets - mail.length() - "<!---->".length());
        return mail.replace("<s:Body>", "<!--" + padding + "--><s:Body>");
    }

    private static List<MailCase> sizes() {
        int limit = PollFixture.LIMITS.mailBytes();
        return List.of(
                MailCase.of(56, "size-limit-1", ACCEPT, sized(limit - 1)),
                MailCase.of(56, "size-limit", ACCEPT, sized(limit)),
                MailCase.of(56, "size-limit+1", QUAR, sized(limit + 1)));
    }
}
