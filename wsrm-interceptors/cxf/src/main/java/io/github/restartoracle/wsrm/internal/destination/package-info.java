/**
 * The receiving side: how messages are accepted, acknowledged and delivered. A message is <em>accepted</em> when it may be
 * acknowledged and will be delivered, and <em>delivered</em> when the service has processed it and that is noted.
 */
@NullMarked
package io.github.restartoracle.wsrm.internal.destination;

import org.jspecify.annotations.NullMarked;
