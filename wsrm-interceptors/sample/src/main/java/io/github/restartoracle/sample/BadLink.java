package io.github.restartoracle.sample;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.harness.inject.KernelLink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;

/**
 * The link to the supplier: one packet of fifty is lost, and at times no packet gets through. Every shop has its own link, so
 * that they do not disturb each other. The kernel does it in a network namespace of this application; elsewhere it is a model.
 */
@Component
final class BadLink implements AutoCloseable {
    private static final FaultSchedule FAULTS = FaultSchedule.of(RandomLoss.of(0.02));

    private final InstantSource clock;
    private final List<KernelLink> links = new CopyOnWriteArrayList<>();
    private final List<InProcessLink> models = new CopyOnWriteArrayList<>();
    private final List<Cut> cuts = new CopyOnWriteArrayList<>();

    /**
     * A time without a link.
     *
     * @param from milliseconds since 1970
     * @param to milliseconds since 1970
     */
    record Cut(long from, long to) {}

    BadLink(InstantSource clock) {
        this.clock = clock;
    }

    /** Opens a link to a port of this machine; returns the address to connect to instead. */
    InetSocketAddress open(int port) throws IOException {
        if (OwnNetwork.isInside()) {
            KernelLink link = KernelLink.open(FAULTS);
            link.begin();
            links.add(link);
            return new InetSocketAddress(link.address(), port);
        }
        InProcessLink model =
                InProcessLink.open(InProcessLink.Settings.to("localhost", port).with(FAULTS));
        model.begin();
        models.add(model);
        return model.address();
    }

    void cut(Duration lasting) throws IOException {
        for (KernelLink link : links) {
            link.cut(lasting);
        }
        models.forEach(model -> model.cut(lasting));
        Instant now = clock.instant();
        cuts.removeIf(cut -> cut.to > now.toEpochMilli());
        cuts.add(new Cut(now.toEpochMilli(), now.plus(lasting).toEpochMilli()));
    }

    /** Returns the cuts that are shown. */
    List<Cut> cuts() {
        long oldest = clock.instant().minus(OrderBook.SHOWN).toEpochMilli();
        cuts.removeIf(cut -> cut.to < oldest);
        return List.copyOf(cuts);
    }

    @Override
    public void close() {
        links.forEach(KernelLink::close);
        models.forEach(InProcessLink::close);
    }
}
