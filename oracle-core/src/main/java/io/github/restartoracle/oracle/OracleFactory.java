package io.github.restartoracle.oracle;

import java.util.function.Supplier;

/**
 * Makes the oracle of a path. A factory holds validated configuration and is shared; each oracle that it makes belongs to one
 * path.
 *
 * <p>Thread-safe.
 */
@FunctionalInterface
public interface OracleFactory {
    /** {@return a new oracle without samples, for one path} */
    PathOracle pathOracle();

    /**
     * Returns a factory of oracles that know the time only.
     *
     * @param oracles the function that makes the oracle of one path, such as {@code MyOracle::new}
     * @return a factory that makes the same oracles {@linkplain PathOracle#of for a path}
     */
    static OracleFactory of(Supplier<? extends RetransmissionOracle> oracles) {
        return () -> PathOracle.of(oracles.get());
    }
}
