/** Every transmission of a run, from which the measures of each message follow. */
@NullMarked
package io.github.restartoracle.internal.ledger;

import org.jspecify.annotations.NullMarked;
