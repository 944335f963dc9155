package io.github.restartoracle.mail.internal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailAddressTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    mailto:a@x                     | a@x
                    MAILTO:a@x                     | a@x
                    mailTo:Orders@Example.ORG      | Orders@example.org
                    mailto:first.last@a.b-c.d      | first.last@a.b-c.d
                    mailto:a%2Bb@x                 | a+b@x
                    mailto:a+b@x                   | a+b@x
                    mailto:gorby%25kremvax@example.com | gorby%kremvax@example.com
                    mailto:unlikely%3Faddress@example.com | unlikely?address@example.com
                    mailto:Mike%26family@example.org | Mike&family@example.org
                    mailto:a%40x                   | a@x
                    """)
    void shouldReadOneAddress(String uri, String expected) {
        MailAddress address = MailAddress.ofUri(uri);

        assertThat(address).hasToString(expected);
        assertThat(MailAddress.ofUri(address.toUri())).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    http://x                       | not a mailto
                    mailto:                        | no @
                    mailto:a                       | no @
                    mailto:@x                      | before the @
                    mailto:a@                      | host name
                    mailto:a@x?bcc=b@y&body=z      | header fields
                    mailto:a@x?                    | header fields
                    mailto:a@x#f                   | fragment
                    mailto:a@x,b@y                 | more than one
                    mailto:a@x;b@y                 | more than one
                    mailto:a@x%2Cb                 | more than one
                    mailto:a%0d%0aBcc:b@x          | U+000D
                    mailto:a%0ab@x                 | U+000A
                    mailto:a%00b@x                 | U+0000
                    mailto:a%20b@x                 | U+0020
                    mailto:%7Fb@x                  | U+007F
                    mailto:a%C3%A9@x               | U+00C3
                    mailto:a%0@x                   | two hexadecimal digits
                    mailto:a%zz@x                  | two hexadecimal digits
                    mailto:a@x%                    | two hexadecimal digits
                    mailto:<a@x>                   | before the @
                    mailto:"a b"@x                 | U+0020
                    mailto:"a"@x                   | before the @
                    mailto:a..b@x                  | before the @
                    mailto:.a@x                    | before the @
                    mailto:a@[127.0.0.1]           | host name
                    mailto:a@-x.org                | host name
                    mailto:a@x..org                | host name
                    mailto:a@x_y.org               | host name
                    """)
    void shouldSayWhatIsWrong(String uri, String reason) {
        assertThatExceptionOfType(MailAddressException.class)
                .isThrownBy(() -> MailAddress.ofUri(uri))
                .withMessageContaining(reason)
                .satisfies(thrown -> assertThat(thrown.getMessage()).doesNotContain(uri));
    }

    /** U+760D and U+760A become CR and LF when cut to a byte (CVE-2025-7962). */
    @ParameterizedTest
    @ValueSource(strings = {"mailto:a\u760D\u760ARCPT@x", "mailto:a@x\u0130.org", "mailto:a@\u4F8B.jp"})
    void shouldRefuseWhatIsNotAscii(String uri) {
        assertThatExceptionOfType(MailAddressException.class)
                .isThrownBy(() -> MailAddress.ofUri(uri))
                .withMessageContaining("is not allowed in an address");
    }

    @Test
    void shouldRefuseAddressesThatAreTooLong() {
        assertThat(MailAddress.of("a".repeat(64) + "@x").localPart()).hasSize(64);
        assertThatExceptionOfType(MailAddressException.class).isThrownBy(() -> MailAddress.of("a".repeat(65) + "@x"));
        assertThatExceptionOfType(MailAddressException.class)
                .isThrownBy(() -> MailAddress.of("a@" + "b".repeat(64) + ".org"));
        assertThatExceptionOfType(MailAddressException.class)
                .isThrownBy(() -> MailAddress.of("a@" + "b.".repeat(130) + "org"));
        assertThatExceptionOfType(MailAddressException.class)
                .isThrownBy(() -> MailAddress.ofUri("mailto:" + "a".repeat(70_000) + "@x"))
                .withMessageContaining("too long: ");
    }
}
