package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.outbound.Path;
import io.github.restartoracle.outbound.PathName;
import io.github.restartoracle.outbound.PathSettings;
import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.recovery.LearntStates;
import io.github.restartoracle.wsrm.runtime.Daemons;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Keeps the learnt states of the oracles of a bus in its store. They are read when a path is opened, and written once in a
 * period and at the end. A failure is logged, and the oracle concerned starts without samples.
 *
 * <p>Thread-safe.
 */
final class OracleMemory implements AutoCloseable {
    private static final Logger LOG = Logs.of(OracleMemory.class);

    /** The time between two saves. */
    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long LAST_SECONDS = 2;

    private final Supplier<@Nullable LearntStates> store;
    private final Supplier<Collection<Path<Template>>> paths;
    private final AtomicBoolean useless = new AtomicBoolean();

    /** Hashes of the states that were saved last; used under the lock of this object. */
    private final Map<Path<Template>, Integer> saved = new HashMap<>();

    private boolean failing;

    /**
     * Creates a memory that saves when it is told to.
     *
     * @param store the store of the bus, if it can keep states; it may be set on the bus later
     * @param paths the present paths
     */
    OracleMemory(Supplier<@Nullable LearntStates> store, Supplier<Collection<Path<Template>>> paths) {
        this.store = store;
        this.paths = paths;
    }

    /** Returns the settings of a path that is opened, with an oracle that begins with its remembered state. */
    PathSettings recall(PathName path, PathSettings settings) {
        LearntStates states = store.get();
        if (states == null) {
            if (useless.compareAndSet(false, true)) {
                LOG.warn("keep-learnt has no effect: the bus has no store that can keep the estimates of oracles");
            }
            return settings;
        }
        try {
            Optional<byte[]> state = states.load(path.endpoint(), path.address(), settings.oracleName());
            if (state.isPresent()) {
                PathOracle oracle = settings.oracles().pathOracle();
                oracle.restore(LearntState.numbers(state.get()));
                LOG.debug("The oracle of {} resumes with its stored estimates", path);
                return settings.withOracles(() -> oracle);
            }
        } catch (IllegalArgumentException refused) {
            LOG.warn("The oracle of {} starts without its stored estimates: {}", path, refused.getMessage());
        } catch (RuntimeException | AssertionError | LinkageError e) {
            LOG.warn("The oracle of {} starts without its stored estimates: they cannot be used", path, e);
        }
        return settings;
    }

    /** Saves the states that have changed. */
    synchronized void save() {
        LearntStates states = store.get();
        if (states == null) {
            return;
        }
        Set<Path<Template>> present = Set.copyOf(paths.get());
        saved.keySet().retainAll(present);
        Throwable failure = null;
        for (Path<Template> path : present) {
            try {
                save(path, states);
            } catch (RuntimeException | LinkageError e) {
                failure = e;
            }
        }
        if (failure != null && !failing) {
            LOG.warn("The estimates of the oracles could not be stored; trying again", failure);
        }
        failing = failure != null;
    }

    private void save(Path<Template> path, LearntStates states) {
        double[] learnt = path.learnt();
        if (learnt.length == 0) {
            return;
        }
        byte[] state = LearntState.bytes(learnt);
        int hash = Arrays.hashCode(state);
        if (!Integer.valueOf(hash).equals(saved.get(path))) {
            states.save(
                    path.name().endpoint(),
                    path.name().address(),
                    path.settings().oracleName(),
                    state);
            saved.put(path, hash);
        }
    }

    /** Saves for the last time; waits for that at most {@value #LAST_SECONDS} s. */
    @Override
    public void close() {
        // Not on the executor, whose lane may wait for the store; not interrupted, which may close the files of an
        // embedded database.
        Thread last = Daemons.named("restart-oracle-memory").newThread(this::save);
        last.start();
        try {
            last.join(TimeUnit.SECONDS.toMillis(LAST_SECONDS));
            if (last.isAlive()) {
                LOG.warn("The store is slow; the latest estimates of the oracles may not be stored");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
