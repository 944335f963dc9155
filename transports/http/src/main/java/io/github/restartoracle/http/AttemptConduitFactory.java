package io.github.restartoracle.http;

import java.io.IOException;
import org.apache.cxf.Bus;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.HTTPConduitFactory;
import org.apache.cxf.transport.http.HTTPTransportFactory;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.jspecify.annotations.Nullable;

/** Makes the conduits of one bus. Thread-safe. */
final class AttemptConduitFactory implements HTTPConduitFactory {
    private final HttpSettings settings;
    private @Nullable Transmitter transmitter;
    private boolean closed;

    AttemptConduitFactory(HttpSettings settings) {
        this.settings = settings;
    }

    @Override
    public @Nullable HTTPConduit createConduit(
            HTTPTransportFactory factory, Bus bus, EndpointInfo endpoint, @Nullable EndpointReferenceType target)
            throws IOException {
        // With null CXF decides; its users can ask for HttpURLConnection throughout.
        return HTTPTransportFactory.isForceURLConnectionConduit()
                ? null
                : new AttemptHttpConduit(bus, endpoint, target, this);
    }

    HttpSettings settings() {
        return settings;
    }

    /** Returns the transmitter, which is made when the first attempt needs it; null after the shutdown of the bus. */
    synchronized @Nullable Transmitter transmitter() {
        if (transmitter == null && !closed) {
            transmitter = new Transmitter(settings);
        }
        return transmitter;
    }

    synchronized void close() {
        closed = true;
        if (transmitter != null) {
            transmitter.close();
            transmitter = null;
        }
    }
}
