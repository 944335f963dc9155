package io.github.restartoracle.sample;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.inject.InProcessLink;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;

/**
 * The way to the supplier: 1 Mbit/s, 30 to 70 ms each way, every fiftieth packet lost; and at times nothing gets through.
 * Every shop has its own, so that they do not disturb each other.
 */
@Component
final class BadLink implements AutoCloseable {
    private static final Link LINK = new Link(OptionalLong.of(1_000_000), Duration.ofMillis(50), Duration.ofMillis(20));
    private static final FaultSchedule FAULTS = FaultSchedule.of(RandomLoss.of(0.02));

    private final InstantSource clock;
    private final List<InProcessLink> links = new CopyOnWriteArrayList<>();
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

    /** A link to a port of this machine; gives the port to connect to instead. */
    int open(int port) throws IOException {
        InProcessLink link = InProcessLink.open(
                InProcessLink.Settings.to("localhost", port).with(LINK).with(FAULTS));
        link.begin();
        links.add(link);
        return link.address().getPort();
    }

    void cut(Duration lasting) {
        links.forEach(link -> link.cut(lasting));
        Instant now = clock.instant();
        cuts.removeIf(cut -> cut.to > now.toEpochMilli());
        cuts.add(new Cut(now.toEpochMilli(), now.plus(lasting).toEpochMilli()));
    }

    /** Those that are shown. */
    List<Cut> cuts() {
        long oldest = clock.instant().minus(OrderBook.SHOWN).toEpochMilli();
        cuts.removeIf(cut -> cut.to < oldest);
        return List.copyOf(cuts);
    }

    @Override
    public void close() {
        links.forEach(InProcessLink::close);
    }
}
