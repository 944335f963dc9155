/**
 * Gives other stacks of WS-ReliableMessaging the messages that they need from a source and from a destination, beyond those
 * that CXF sends and answers.
 */
@NullMarked
package io.github.restartoracle.wsrm.internal.peer;

import org.jspecify.annotations.NullMarked;
