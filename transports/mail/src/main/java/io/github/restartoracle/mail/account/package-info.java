/**
 * Mail accounts: where a mailbox sends through and is polled from, with which limits. Read from
 * {@code restart-oracle.mail.*} and {@code restart-oracle.mail.accounts.NAME.*}, or built in code; one registry per bus,
 * asked by address, because a decoupled endpoint of CXF carries nothing but its address.
 */
@NullMarked
package io.github.restartoracle.mail.account;

import org.jspecify.annotations.NullMarked;
