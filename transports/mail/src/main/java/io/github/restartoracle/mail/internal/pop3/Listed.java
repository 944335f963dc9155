package io.github.restartoracle.mail.internal.pop3;

import org.jspecify.annotations.Nullable;

/**
 * A mail as the server lists it. Neither the size nor the unique id is reliable.
 *
 * @param number its number in this session only
 * @param octets its size, as the server says
 * @param uniqueId its identifier across sessions, or null if the server has none
 */
public record Listed(int number, long octets, @Nullable String uniqueId) {}
