/** Mail addresses as they stand in {@code mailto:} URIs (RFC 6068), restricted to what can never inject a header. */
@NullMarked
package io.github.restartoracle.mail.address;

import org.jspecify.annotations.NullMarked;
