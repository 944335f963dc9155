import io.github.restartoracle.internal.oracle.ProvidedOracles;
import io.github.restartoracle.oracle.OracleProvider;
import org.jspecify.annotations.NullMarked;

/**
 * Decides when to restart a message: the oracles, the sending and the receiving side of reliable messaging as state machines, and
 * the measures of timeliness and fairness. The classes here read no clock on their own, do no I/O and know no SOAP.
 */
@NullMarked
module io.github.restartoracle.core {
    requires static transitive org.jspecify;
    requires transitive HdrHistogram;

    exports io.github.restartoracle.internal.attempt;
    exports io.github.restartoracle.internal.call;
    exports io.github.restartoracle.internal.inbound;
    exports io.github.restartoracle.internal.ledger;
    exports io.github.restartoracle.internal.oracle;
    exports io.github.restartoracle.internal.outbound;
    exports io.github.restartoracle.internal.pending;
    exports io.github.restartoracle.internal.sequence;
    exports io.github.restartoracle.internal.settings;
    exports io.github.restartoracle.internal.window;
    exports io.github.restartoracle.ledger;
    exports io.github.restartoracle.oracle;
    exports io.github.restartoracle.oracle.adaptive;
    exports io.github.restartoracle.oracle.interval;
    exports io.github.restartoracle.oracle.path;
    exports io.github.restartoracle.settings;
    exports io.github.restartoracle.status;
    exports io.github.restartoracle.time;

    uses OracleProvider;

    provides OracleProvider with
            ProvidedOracles.Canary,
            ProvidedOracles.ExponentialBackoff,
            ProvidedOracles.FixedInterval,
            ProvidedOracles.JacobsonKarn,
            ProvidedOracles.None,
            ProvidedOracles.Qest;
}
