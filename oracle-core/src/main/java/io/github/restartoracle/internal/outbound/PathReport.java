package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.oracle.Gate;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.status.PathStatus;
import org.jspecify.annotations.Nullable;

/** Reports the state of a path. Stateless. */
final class PathReport {
    private PathReport() {}

    /** Returns the status of a path; to be called under the lock of the path. */
    static <P> PathStatus of(
            PathName name,
            PathSettings settings,
            PathResources resources,
            PendingSet<Message<P>> pending,
            SendWindow<P> window,
            Outcomes<P> outcomes,
            @Nullable String oldest,
            long nowNanos) {
        return new PathStatus(
                name.endpoint(),
                name.address(),
                settings.oracleName(),
                outcomes.underWay(),
                outcomes.parked(),
                outcomes.problem(),
                outcomes.unresolved(),
                outcomes.givenUp().size(),
                outcomes.bytes(),
                outcomes.silentNanos(nowNanos),
                window.flight().size(),
                pending.oracle().timeoutNanos(nowNanos, Stage.UNOBSERVED, 1),
                pending.nanosUntilDue(nowNanos),
                outcomes.restarts(),
                outcomes.giveUps(),
                outcomes.moves(),
                outcomes.samples(),
                outcomes.rejectedAcknowledgements(),
                resources.messages().refused(),
                resources.responses().refused(),
                outcomes.missedWakeUps(),
                pending.sizeByAttempt(),
                reach(pending.oracle().gate(nowNanos), window.waitingOrHeld(), oldest, nowNanos),
                pending.oracle().describe());
    }

    private static PathStatus.Reach reach(Gate gate, int waiting, @Nullable String oldest, long nowNanos) {
        return gate.down()
                ? new PathStatus.Reach(true, nowNanos - gate.sinceNanos(), gate.probeNanos(), waiting, oldest)
                : new PathStatus.Reach(false, 0, 0, waiting, oldest);
    }
}
