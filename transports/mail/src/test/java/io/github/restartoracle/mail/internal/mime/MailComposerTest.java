package io.github.restartoracle.mail.internal.mime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import io.github.restartoracle.mail.internal.account.MailAddress;
import jakarta.mail.BodyPart;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Properties;
import java.util.Random;
import org.apache.cxf.io.CachedOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailComposerTest {
    private static final Envelope ENVELOPE =
            Envelope.of(MailAddress.of("client@example.org"), MailAddress.of("server@example.com"));
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T02:03:04Z"), ZoneOffset.UTC);
    private static final String SOAP = "<e:Envelope xmlns:e='x'>gr\u00fc\u00dfe\n.\n..</e:Envelope>";

    private static MailComposer composer(boolean quotedPrintable) {
        return new MailComposer(quotedPrintable, 32 << 20, CLOCK);
    }

    private static CachedOutputStream body(byte[] bytes) throws IOException {
        CachedOutputStream body = new CachedOutputStream();
        body.write(bytes);
        body.lockOutputStream();
        return body;
    }

    private static byte[] compose(
            MailComposer composer, Envelope envelope, String type, @Nullable String action, byte[] bytes)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutgoingMail mail = composer.compose(envelope, new SoapPayload(type, action, body(bytes)))) {
            mail.writeTo(out);
            assertThat(mail.size()).isEqualTo(out.size());
        }
        return out.toByteArray();
    }

    private static byte[] compose(boolean quotedPrintable, String type, @Nullable String action, String content)
            throws IOException {
        return compose(composer(quotedPrintable), ENVELOPE, type, action, content.getBytes(StandardCharsets.UTF_8));
    }

    private static MimeMessage parse(byte[] mail) throws Exception {
        return new MimeMessage(Session.getInstance(new Properties()), new ByteArrayInputStream(mail));
    }

    /** Checks the requirements of RFC 5322, 2.1.1, and of a server without 8BITMIME for every line. */
    private static void assertThatSmtpMayCarry(byte[] mail) {
        int length = 0;
        for (int i = 0; i < mail.length; i++) {
            boolean lineEnds = mail[i] == '\n';
            boolean paired = lineEnds ? mail[i - 1] == '\r' : mail[i] != '\r' || mail[i + 1] == '\n';
            length = lineEnds ? 0 : length + 1;
            if (mail[i] <= 0 || !paired || length > 998 + 1) {
                fail("byte %d of %d: %d, line length %d", i, mail.length, mail[i], length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCarryASoap11Message(boolean quotedPrintable) throws Exception {
        byte[] bytes = compose(quotedPrintable, "text/xml; charset=UTF-8", "\"urn:order\"", SOAP);

        MimeMessage mail = parse(bytes);
        assertThatSmtpMayCarry(bytes);
        assertThat(mail.getHeader("From", ",")).isEqualTo("client@example.org");
        assertThat(mail.getHeader("To", ",")).isEqualTo("server@example.com");
        assertThat(mail.getHeader("SOAPAction", ",")).isEqualTo("\"urn:order\"");
        assertThat(mail.getSubject()).isEqualTo("SOAP urn:order");
        assertThat(mail.getHeader("Date", ",")).isEqualTo("Sat, 21 Nov 2026 02:03:04 GMT");
        assertThat(mail.getMessageID()).matches("<[0-9a-f]{32}@example.org>");
        assertThat(mail.getHeader("Auto-Submitted", ",")).isEqualTo("auto-generated");
        assertThat(mail.getHeader("X-Auto-Response-Suppress", ",")).isEqualTo("All");
        assertThat(mail.getHeader("In-Reply-To")).isNull();
        assertThat(mail.getContentType()).contains("text/xml").contains("charset=\"UTF-8\"");
        assertThat(mail.getEncoding()).isEqualTo(quotedPrintable ? "quoted-printable" : "base64");
        String content = new String(mail.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(content.replace("\r\n", "\n").strip()).isEqualTo(SOAP);
    }

    @Test
    void shouldCarryASoap12MessageWithItsAction() throws Exception {
        MimeMessage mail =
                parse(compose(false, "application/soap+xml; action=\"urn:order\"; charset=UTF-8", null, SOAP));

        assertThat(mail.getContentType()).contains("application/soap+xml").contains("action=\"urn:order\"");
        assertThat(mail.getHeader("SOAPAction")).isNull();
        assertThat(mail.getSubject()).isEqualTo("SOAP urn:order");
    }

    @Test
    void shouldStateTheCharset() throws Exception {
        assertThat(parse(compose(false, "text/xml", null, SOAP)).getContentType())
                .contains("charset=\"UTF-8\"");
    }

    @Test
    void shouldAnswerWithTheIdentifierOfTheRequest() throws Exception {
        Envelope reply = new Envelope(ENVELOPE.sender(), ENVELOPE.recipient(), "<a.b@x>", true);

        MimeMessage mail = parse(compose(composer(false), reply, "text/xml", null, new byte[] {'<', 'a', '/', '>'}));

        assertThat(mail.getHeader("In-Reply-To", ",")).isEqualTo("<a.b@x>");
        assertThat(mail.getHeader("References", ",")).isEqualTo("<a.b@x>");
        assertThat(mail.getHeader("Auto-Submitted", ",")).isEqualTo("auto-replied");
    }

    /** Case 80: an identifier is a stranger's text. */
    @ParameterizedTest
    @ValueSource(strings = {"<a@x>\r\nBcc: b@y", "<a\r\n b@x>", "a@x", "<a@x> <b@y>", "<\u00e9@x>", "<>"})
    void shouldDropAnIdentifierThatIsNone(String identifier) {
        assertThat(new Envelope(ENVELOPE.sender(), ENVELOPE.recipient(), identifier, true).inReplyTo())
                .isNull();
    }

    /** Cases 77 and 78: no character that would end a header line gets into one. */
    @ParameterizedTest
    @CsvSource({
        "'text/xml', '\"urn:a\r\nBcc: victim@example.net\"'",
        "'text/xml', '\"urn:a\nBcc: victim@example.net\"'",
        "'text/xml', '\"urn:a\u0000\"'",
        "'text/xml', '\"urn:\u760D\u760A\"'",
        "'application/soap+xml; action=\"urn:a\r\nBcc: victim@example.net\"', ",
        "'application/soap+xml; action=\"urn:a\r\n Bcc: victim@example.net\"', ",
        "'application/soap+xml; action=\"urn:\u00e9\"', "
    })
    void shouldRefuseAnActionThatNoHeaderMayCarry(String type, @Nullable String action) {
        assertThatExceptionOfType(UnsendableMailException.class)
                .isThrownBy(() -> compose(false, type, action, SOAP))
                .withMessageContaining("which a mail header cannot carry")
                .satisfies(thrown -> assertThat(thrown.getMessage()).doesNotContain("victim"));
    }

    @Test
    void shouldRefuseAnActionThatIsLongerThanALineAndKeepTheSubjectShort() throws Exception {
        assertThatExceptionOfType(UnsendableMailException.class)
                .isThrownBy(() -> compose(false, "text/xml", "\"" + "a".repeat(1000) + "\"", SOAP))
                .withMessageContaining("too long");

        assertThat(parse(compose(false, "text/xml", "\"" + "a".repeat(900) + "\"", SOAP))
                        .getSubject())
                .hasSizeLessThan(210);
    }

    @Test
    void shouldRefuseAMailThatIsTooLarge() {
        MailComposer small = new MailComposer(false, 2000, CLOCK);

        assertThatExceptionOfType(UnsendableMailException.class)
                .isThrownBy(() -> compose(small, ENVELOPE, "text/xml", null, new byte[1900]))
                .withMessageContaining("2000 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 56, 57, 58, 4096, 1_000_000, 10_000_000})
    void shouldCarryEveryPartOfAMultipartUnchanged(int size) throws Exception {
        long seed = size * 31L + 7;
        byte[] attachment = new byte[size];
        new Random(seed).nextBytes(attachment);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(("\r\n--uuid:1\r\nContent-Type: application/xop+xml; charset=UTF-8; type=\"text/xml\"\r\n"
                        + "Content-Transfer-Encoding: binary\r\nContent-ID: <root.message@cxf.apache.org>\r\n\r\n"
                        + SOAP
                        + "\r\n--uuid:1\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: binary\r\n"
                        + "Content-ID: <pic-1@example>\r\nContent-Disposition: attachment;name=\"\u00e4.png\";"
                        + " filename=\"gr\u00fc\u00df.png\"\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(attachment);
        body.writeBytes("\r\n--uuid:1--".getBytes(StandardCharsets.US_ASCII));
        String type = "multipart/related; type=\"application/xop+xml\"; boundary=\"uuid:1\";"
                + " start=\"<root.message@cxf.apache.org>\"; start-info=\"text/xml\"";

        byte[] bytes = compose(composer(false), ENVELOPE, type, "\"urn:order\"", body.toByteArray());

        assertThatSmtpMayCarry(bytes);
        MimeMessage mail = parse(bytes);
        MimeMultipart parts = new MimeMultipart(mail.getDataHandler().getDataSource());
        assertThat(mail.getContentType())
                .contains("type=\"application/xop+xml\"")
                .contains("start=\"<root.message@cxf.apache.org>\"")
                .contains("start-info=\"text/xml\"");
        assertThat(mail.getEncoding()).isNull();
        assertThat(mail.getHeader("SOAPAction", ",")).isEqualTo("\"urn:order\"");
        assertThat(parts.getCount()).isEqualTo(2);
        BodyPart root = parts.getBodyPart(0);
        assertThat(root.getHeader("SOAPAction")).containsExactly("\"urn:order\"");
        assertThat(root.getHeader("Content-Transfer-Encoding")).containsExactly("base64");
        assertThat(new String(root.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(SOAP);
        BodyPart picture = parts.getBodyPart(1);
        assertThat(picture.getHeader("Content-ID")).containsExactly("<pic-1@example>");
        assertThat(picture.getContentType()).isEqualTo("image/png");
        assertThat(picture.getHeader("Content-Disposition")[0]).contains("filename*=UTF-8''gr%C3%BC%C3%9F.png");
        assertThat(sha256(picture.getInputStream().readAllBytes()))
                .as("seed %s", seed)
                .isEqualTo(sha256(attachment));
    }

    @Test
    void shouldRefuseAMultipartThatIsNone() {
        assertThatExceptionOfType(UnsendableMailException.class)
                .isThrownBy(() -> compose(false, "multipart/related; boundary=x; type=\"text/xml\"", null, SOAP));
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
