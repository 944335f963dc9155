/** The state of messages and paths, as applications and operators see it: immutable snapshots. */
@NullMarked
package io.github.restartoracle.status;

import org.jspecify.annotations.NullMarked;
