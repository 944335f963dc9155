/**
 * Mail accounts: the relay that a mailbox sends through, the server it is polled from, its limits and its policy. Accounts are
 * read from {@code restart-oracle.mail.*} and {@code restart-oracle.mail.accounts.NAME.*}, or built in code. Each bus has one
 * registry. It finds accounts by address, because a decoupled endpoint of CXF has no other property. Mail addresses are
 * restricted to those that can never inject a header or a command (RFC 6068 for their URIs).
 */
@NullMarked
package io.github.restartoracle.mail.internal.account;

import org.jspecify.annotations.NullMarked;
