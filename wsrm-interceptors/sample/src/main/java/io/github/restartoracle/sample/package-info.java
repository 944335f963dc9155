/**
 * A shop that sends its orders to a supplier over a bad link, twice: with CXF's own retransmission queue, and with a restart
 * oracle. A live page shows how long the orders take, and cuts the link.
 */
@NullMarked
package io.github.restartoracle.sample;

import org.jspecify.annotations.NullMarked;
