/** Rates of the mail transport and of bare loops of Jakarta Mail: {@code ./mvnw -Pmail-rate -pl benchmarks -am verify}. */
@NullMarked
package io.github.restartoracle.benchmarks.mail;

import org.jspecify.annotations.NullMarked;
