/** Events of transmissions, for listeners: what happened to which message, and when. */
@NullMarked
package io.github.restartoracle.wsrm.event;

import org.jspecify.annotations.NullMarked;
