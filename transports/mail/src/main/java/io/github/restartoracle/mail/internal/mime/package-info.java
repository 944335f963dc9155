/**
 * SOAP messages as mail: a message that CXF wrote for HTTP is parsed and rebuilt so that any SMTP server may carry it. CXF
 * sends the root of an MTOM message as {@code binary} and base64 in one endless line; here every leaf is base64 in lines of 76
 * characters (RFC 2045, section 6.8) or quoted-printable, and multiparts have no encoding of their own (6.4).
 */
@NullMarked
package io.github.restartoracle.mail.internal.mime;

import org.jspecify.annotations.NullMarked;
