package io.github.restartoracle.oracle;

import java.util.function.Supplier;

/**
 * Makes the oracle of a path. A factory holds validated configuration and is shared; the oracles it makes are not.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface OracleFactory {
    /**
     * Returns a new oracle that has learnt nothing.
     *
     * @return the oracle of one path
     */
    PathOracle pathOracle();

    /**
     * Returns a factory of oracles that know the time only.
     *
     * @param oracles makes the oracle of one path, as {@code MyOracle::new}
     * @return makes the same oracles {@linkplain PathOracle#of for a path}
     */
    static OracleFactory of(Supplier<? extends RetransmissionOracle> oracles) {
        return () -> PathOracle.of(oracles.get());
    }
}
