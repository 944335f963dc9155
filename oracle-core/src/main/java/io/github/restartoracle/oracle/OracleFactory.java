package io.github.restartoracle.oracle;

/**
 * Makes the oracle of a path. A factory holds validated configuration and is shared; the oracles it makes are not.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface OracleFactory {
    /**
     * A new oracle that has learnt nothing.
     *
     * @return the oracle of one path
     */
    RetransmissionOracle oracle();
}
