/** The command line of the laboratory: {@code java -jar restart-oracle-benchmarks.jar help}. */
@NullMarked
package io.github.restartoracle.benchmarks.lab.cli;

import org.jspecify.annotations.NullMarked;
