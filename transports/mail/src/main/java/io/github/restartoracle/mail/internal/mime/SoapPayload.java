package io.github.restartoracle.mail.internal.mime;

import org.apache.cxf.io.CachedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A message as CXF writes it for HTTP.
 *
 * @param contentType the value of Content-Type: {@code text/xml}, {@code application/soap+xml} or a {@code multipart/related}
 *     of them
 * @param soapAction the value of SOAPAction (SOAP 1.1), or null
 * @param body the body, complete
 */
public record SoapPayload(String contentType, @Nullable String soapAction, CachedOutputStream body) {}
