/**
 * Gives other stacks of WS-ReliableMessaging what they need from a source and from a destination, beyond what CXF sends and
 * answers.
 */
@NullMarked
package io.github.restartoracle.wsrm.peer;

import org.jspecify.annotations.NullMarked;
