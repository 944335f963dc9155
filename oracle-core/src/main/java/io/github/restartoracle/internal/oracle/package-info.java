/** The oracles as services, and the check of the bound that the default one states. */
@NullMarked
package io.github.restartoracle.internal.oracle;

import org.jspecify.annotations.NullMarked;
