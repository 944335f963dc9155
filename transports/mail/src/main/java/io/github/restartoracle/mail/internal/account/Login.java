package io.github.restartoracle.mail.internal.account;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/**
 * A login to a mail server.
 *
 * @param user the user name, not blank
 * @param password the source of the secret
 * @param token true if the secret is an OAuth 2.0 access token (mechanism {@code XOAUTH2}) instead of a password
 */
public record Login(String user, PasswordSource password, boolean token) {
    public Login {
        if (user.isBlank()) {
            throw new IllegalArgumentException("user is blank");
        }
        Objects.requireNonNull(password, "password");
    }

    /** Returns a login with a fixed password. */
    public static Login of(String user, String password) {
        return new Login(user, ignored -> password, false);
    }

    /**
     * Encodes the initial response of the mechanism {@code XOAUTH2}.
     *
     * @return Base64, without line ends
     */
    public String xoauth2(String accessToken) {
        String response = "user=" + user + "\u0001auth=Bearer " + accessToken + "\u0001\u0001";
        return Base64.getEncoder().encodeToString(response.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a text with the user name and without the secret. */
    @Override
    public String toString() {
        return "Login[user=" + user + "]";
    }
}
