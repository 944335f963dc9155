package io.github.restartoracle.store;

import io.github.restartoracle.store.UnnumberedCalls.Line;
import io.github.restartoracle.wsrm.event.MessageId;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.persistence.RMMessage;

/**
 * The calls that a service makes in the transaction of its delivery. They are written just before the commit, so that it
 * holds no lock on their lines for as long as the service runs.
 *
 * <p>Not thread-safe; confined to the thread of the delivery.
 */
final class JoinedCalls {
    /** A call of a line. */
    record Joined(Line line, RMMessage call, Consumer<Boolean> ended) {}

    private final UnnumberedCalls lines;
    private final List<Joined> calls = new ArrayList<>(0);
    /** The lines that the transaction creates. */
    private final Map<Endpoint, Line> creating = new LinkedHashMap<>(0);

    private boolean written;

    JoinedCalls(UnnumberedCalls lines) {
        this.lines = lines;
    }

    MessageId add(RMEndpoint endpoint, RMMessage call, Consumer<Boolean> ended) {
        Line open = lines.open(endpoint);
        Line line = open != null
                ? open
                : creating.computeIfAbsent(endpoint.getApplicationEndpoint(), key -> lines.prepare(endpoint));
        calls.add(new Joined(line, call, ended));
        return line.name(call);
    }

    /** Writes the calls in a transaction that is about to commit. */
    void write(Connection connection) throws SQLException, IOException {
        written = true;
        for (Line line : creating.values()) {
            lines.create(connection, line);
        }
        for (Line line : calls.stream().map(Joined::line).distinct().toList()) {
            List<RMMessage> own = calls.stream()
                    .filter(joined -> joined.line() == line)
                    .map(Joined::call)
                    .toList();
            lines.write(connection, line, own);
        }
    }

    /** Tells what has become of the calls, after the transaction. */
    void end(boolean committed) {
        if (written && !committed) {
            creating.forEach((endpoint, line) -> lines.has(endpoint, line.sequence));
            lines.ask(calls);
        } else {
            if (committed) {
                creating.forEach(lines::open);
            }
            calls.forEach(joined -> joined.ended().accept(committed));
        }
        calls.forEach(joined -> Messages.release(joined.call()));
        calls.clear();
    }
}
