/** Events of transmissions, for listeners: the event, its message and its time. */
@NullMarked
package io.github.restartoracle.wsrm.event;

import org.jspecify.annotations.NullMarked;
