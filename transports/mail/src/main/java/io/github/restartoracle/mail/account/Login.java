package io.github.restartoracle.mail.account;

import java.util.Objects;

/**
 * Who logs in to a mail server.
 *
 * @param user the user name, not blank
 * @param password where the secret comes from
 * @param token true if the secret is an OAuth 2.0 access token (mechanism {@code XOAUTH2}) instead of a password
 */
public record Login(String user, PasswordSource password, boolean token) {
    public Login {
        if (user.isBlank()) {
            throw new IllegalArgumentException("user is blank");
        }
        Objects.requireNonNull(password, "password");
    }

    /**
     * A login with a fixed password.
     *
     * @param user the user name
     * @param password the password
     * @return the login
     */
    public static Login of(String user, String password) {
        return new Login(user, ignored -> password, false);
    }

    /** Names the user only. */
    @Override
    public String toString() {
        return "Login[user=" + user + "]";
    }
}
