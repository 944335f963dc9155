/** The command line of the laboratory: {@code java -jar restart-oracle-benchmarks.jar help}. */
@NullMarked
package io.github.restartoracle.benchmarks.command;

import org.jspecify.annotations.NullMarked;
