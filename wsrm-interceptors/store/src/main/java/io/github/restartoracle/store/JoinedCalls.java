package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.store.UnnumberedCalls.Line;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.slf4j.Logger;

/**
 * The calls that a service makes in the transaction of its delivery. They are written just before the commit, so that it
 * holds no lock on their lines for as long as the service runs.
 *
 * <p>Not thread-safe; confined to the thread of the delivery.
 */
final class JoinedCalls {
    /** A call of a line. */
    record Joined(Endpoint endpoint, Line line, RMMessage call, Consumer<Boolean> ended) {}

    private static final Logger LOG = Logs.of(JoinedCalls.class);

    private final UnnumberedCalls lines;
    private final List<Joined> calls = new ArrayList<>(0);
    /** The lines of the calls, which are open or are created by the transaction. */
    private final Map<Endpoint, Line> used = new LinkedHashMap<>(0);

    private final Set<Line> created = new LinkedHashSet<>(0);
    private boolean written;

    JoinedCalls(UnnumberedCalls lines) {
        this.lines = lines;
    }

    MessageId add(RMEndpoint endpoint, RMMessage call, Consumer<Boolean> ended) {
        Endpoint application = endpoint.getApplicationEndpoint();
        Line line = used.computeIfAbsent(application, key -> lines.openOrNew(endpoint));
        calls.add(new Joined(application, line, call, ended));
        return line.name(call);
    }

    /** Writes the calls in a transaction that is about to commit. */
    void write(Connection connection) throws SQLException, IOException {
        for (Line line : used.values()) {
            if (!lines.isOpen(line)) {
                created.add(line);
                lines.create(connection, line);
            }
            List<RMMessage> own = calls.stream()
                    .filter(joined -> joined.line() == line)
                    .map(Joined::call)
                    .toList();
            lines.write(connection, line, own);
        }
        written = !calls.isEmpty();
    }

    /** Tells what has become of the calls, after the transaction. Does not throw. */
    void end(boolean committed) {
        boolean unknown = written && !committed;
        used.forEach((endpoint, line) -> {
            if (committed && created.contains(line)) {
                lines.open(endpoint, line);
            } else if (!committed) {
                lines.leave(endpoint, line, created.contains(line) && !unknown);
            }
        });
        for (Joined joined : calls) {
            try {
                if (unknown) {
                    lines.ask(joined);
                } else {
                    joined.ended().accept(committed);
                }
            } catch (RuntimeException | Error e) {
                LOG.error("A call of a delivery is left to the next process", e);
            } finally {
                Messages.release(joined.call());
            }
        }
        calls.clear();
        used.clear();
    }
}
