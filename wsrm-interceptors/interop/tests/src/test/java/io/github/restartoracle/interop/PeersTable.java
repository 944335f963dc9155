package io.github.restartoracle.interop;

import java.util.Map;
import java.util.stream.Collectors;

/** The table of all exchanges, as Markdown. */
final class PeersTable {
    private static final String HEAD = """
            | peer | direction | WS-RM | SOAP | style | fault | sent | delivered | doubled | lost | answered | acknowledged in 2 s |
            |---|---|---|---|---|---|---|---|---|---|---|---|
            """;

    private PeersTable() {}

    static String of(Map<PeerExchange, PeerOutcome> table) {
        return table.entrySet().stream()
                .map(entry -> counts(entry.getKey(), entry.getValue()) + " "
                        + entry.getValue().acknowledgedInTime() + " |\n")
                .collect(Collectors.joining("", HEAD, ""));
    }

    /** {@return a line without its last column, which depends on the speed of the machine} */
    static String counts(PeerExchange exchange, PeerOutcome outcome) {
        return "| " + exchange.row() + " | " + outcome.counts() + " |";
    }
}
