package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.experiments.Transport;
import java.util.OptionalDouble;

/**
 * One cell of a table: a line of {@code results.csv}. Means of ETT and URC are over the messages that arrived.
 *
 * @param source where it comes from
 * @param transport what carried the messages
 * @param scenario its name
 * @param oracle its label
 * @param runs how many
 * @param messages in each run
 * @param ettMeanSeconds NaN if nothing arrived
 * @param ettCi95Seconds half-width of the 95 % confidence interval over runs; empty for fewer than two
 * @param ettP50Seconds the median over all messages
 * @param ettP95Seconds over all messages
 * @param ettP99Seconds over all messages
 * @param urcMean NaN if nothing arrived
 * @param urcCi95 as for the ETT
 * @param attemptsMean transmissions per message
 * @param lost messages of all runs that never arrived
 * @param duplicatesDelivered messages of all runs that the application got more than once, each counted per excess copy
 * @param ettBoundSeconds the clairvoyant bound of the scenario
 * @param kappa ETT over bound
 */
public record ResultRow(
        Source source,
        Transport transport,
        String scenario,
        String oracle,
        int runs,
        int messages,
        double ettMeanSeconds,
        OptionalDouble ettCi95Seconds,
        double ettP50Seconds,
        double ettP95Seconds,
        double ettP99Seconds,
        double urcMean,
        OptionalDouble urcCi95,
        double attemptsMean,
        int lost,
        int duplicatesDelivered,
        double ettBoundSeconds,
        double kappa) {}
