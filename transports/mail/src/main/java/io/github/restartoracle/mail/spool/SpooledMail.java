package io.github.restartoracle.mail.spool;

import java.nio.file.Path;

/**
 * A mail whose bytes are durable.
 *
 * @param key its name
 * @param file its bytes
 * @param octets how many
 */
public record SpooledMail(MailKey key, Path file, long octets) {}
