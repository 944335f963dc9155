package io.github.restartoracle.mail.pop3;

import io.github.restartoracle.mail.pop3.Pop3Exception.Reason;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is sent to log in other than with a password. */
final class Credentials {
    private static final Pattern TIMESTAMP = Pattern.compile("<[!-~&&[^<>]]{1,200}@[!-~&&[^<>]]{1,200}>");

    private Credentials() {}

    /** The digest of APOP (RFC 1939, section 7) over the timestamp in the banner. */
    static String apop(String banner, String secret) throws Pop3Exception {
        Matcher timestamp = TIMESTAMP.matcher(banner);
        if (!timestamp.find()) {
            throw new Pop3Exception(Reason.LOGIN, "APOP is required and the server does not offer it");
        }
        try {
            byte[] digest = MessageDigest.getInstance("MD5")
                    .digest((timestamp.group() + secret).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new Pop3Exception(Reason.LOGIN, "this JVM has no MD5, which APOP needs", e);
        }
    }

    /** The initial response of XOAUTH2. */
    static String xoauth2(String user, String token) {
        String response = "user=" + user + "\u0001auth=Bearer " + token + "\u0001\u0001";
        return Base64.getEncoder().encodeToString(response.getBytes(StandardCharsets.UTF_8));
    }
}
