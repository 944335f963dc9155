/**
 * Micro-benchmarks: {@code ./mvnw -Pjmh -pl benchmarks -am verify}, with {@code -Djmh.args="OracleBenchmark -f
 * 1"} for some of them or for other settings. Results go to {@code benchmarks/target/jmh}.
 */
@NullMarked
package io.github.restartoracle.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
