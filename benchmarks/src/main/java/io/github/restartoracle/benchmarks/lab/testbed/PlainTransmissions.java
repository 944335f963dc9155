package io.github.restartoracle.benchmarks.lab.testbed;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.Bus;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;

/** The transmissions of a client without WS-RM, which a header of HTTP numbers. Thread-safe. */
final class PlainTransmissions {
    private static final String HEADER = "Transmission";

    private final Dispatches dispatches;
    private final ThreadLocal<@Nullable String> header = new ThreadLocal<>();

    /** Is told of arrivals. */
    @FunctionalInterface
    interface Listener {
        void arrived(long message, int attempt);
    }

    /** Numbers the transmissions of a bus, and notes them. */
    PlainTransmissions(Bus bus, Dispatches dispatches) {
        this.dispatches = dispatches;
        bus.getOutInterceptors().add(new AbstractPhaseInterceptor<>(Phase.PRE_STREAM) {
            @Override
            public void handleMessage(Message message) {
                Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                Map<String, List<String>> own = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
                headers.putAll(own == null ? Map.of() : own);
                String value = header.get();
                if (value != null) {
                    headers.put(HEADER, List.of(value));
                }
                message.put(Message.PROTOCOL_HEADERS, headers);
            }
        });
    }

    /** Transmits a message, from this thread. */
    void transmit(long message, int attempt, Runnable call) {
        long nowNanos = System.nanoTime();
        dispatches.addMessage(message, message, attempt, nowNanos, nowNanos);
        header.set(message + " " + attempt);
        try {
            call.run();
        } finally {
            header.remove();
        }
    }

    /** Returns true if a message is a transmission of such a client, and none of its warm-up. */
    static boolean isOne(Message message) {
        return value(message) != null;
    }

    private static @Nullable String value(Message message) {
        Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        List<String> values = headers == null ? null : headers.get(HEADER);
        return values == null ? null : values.get(0);
    }

    /** Tells a listener of the transmissions that arrive at a bus. */
    static void observe(Bus bus, Listener listener) {
        bus.getInInterceptors().add(new AbstractPhaseInterceptor<>(Phase.PRE_INVOKE) {
            @Override
            public void handleMessage(Message message) {
                String value = value(message);
                if (value != null) {
                    int space = value.indexOf(' ');
                    listener.arrived(
                            Long.parseLong(value.substring(0, space)), Integer.parseInt(value.substring(space + 1)));
                }
            }
        });
    }
}
