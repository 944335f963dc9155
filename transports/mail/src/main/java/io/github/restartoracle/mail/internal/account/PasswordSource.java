package io.github.restartoracle.mail.internal.account;

/** A source of passwords. The password is requested for each login, so that it can live in a vault and change. */
@FunctionalInterface
public interface PasswordSource {
    /**
     * Returns the password or, for the mechanism {@code XOAUTH2}, the access token. Called for each login, from any thread.
     *
     * @param user the user name of the login
     * @return the secret, which is never logged
     */
    String password(String user);
}
