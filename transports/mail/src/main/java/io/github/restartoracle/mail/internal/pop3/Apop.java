package io.github.restartoracle.mail.internal.pop3;

import io.github.restartoracle.mail.internal.wire.WireException;
import io.github.restartoracle.mail.internal.wire.WireException.Reason;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The digest of APOP (RFC 1939, section 7) over the timestamp in the banner. */
final class Apop {
    private static final Pattern TIMESTAMP = Pattern.compile("<[!-~&&[^<>]]{1,200}@[!-~&&[^<>]]{1,200}>");

    private Apop() {}

    static String digest(String banner, String secret) throws WireException {
        Matcher timestamp = TIMESTAMP.matcher(banner);
        if (!timestamp.find()) {
            throw new WireException(Reason.LOGIN, "pop3.apop is set, but the server does not support APOP");
        }
        try {
            byte[] digest = MessageDigest.getInstance("MD5")
                    .digest((timestamp.group() + secret).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new WireException(Reason.LOGIN, "APOP needs MD5, which this JVM does not have", e);
        }
    }
}
