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
     * A new oracle that has learnt nothing, and knows the time only.
     *
     * @return the oracle of one path
     * @throws UnsupportedOperationException if this kind of oracle decides by the stage of a transmission, so that there is
     *     only a {@link #pathOracle}
     */
    RetransmissionOracle oracle();

    /**
     * Returns a new oracle that has learnt nothing, in the form in which a path uses it.
     *
     * @return the oracle of one path; by default {@link #oracle}, for which stages make no difference
     */
    default PathOracle pathOracle() {
        return PathOracle.of(oracle());
    }

    /**
     * Returns a factory of oracles that decide by the stage of a transmission.
     *
     * @param name the name of this kind of oracle
     * @param oracles makes the oracle of one path
     * @return a factory whose {@link #oracle} is unsupported
     */
    static OracleFactory ofPaths(String name, Supplier<? extends PathOracle> oracles) {
        return new OracleFactory() {
            @Override
            public RetransmissionOracle oracle() {
                throw new UnsupportedOperationException(
                        "the oracle " + name + " decides by the stage of a transmission: ask for its path oracle");
            }

            @Override
            public PathOracle pathOracle() {
                return oracles.get();
            }
        };
    }
}
