package io.github.restartoracle.benchmarks.lab.simulator.mail;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Network;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MailPathTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long KEY = 5;

    private final VirtualTime time = new VirtualTime();

    private MailPath path(String faults) {
        SimulatedMailSettings settings = SimulatedMailSettings.today();
        SimulatedLink link = new SimulatedLink(
                Link.ideal(),
                faults.isEmpty() ? FaultSchedule.none() : FaultSchedule.parse(faults),
                OptionalInt.empty(),
                Optional.empty(),
                0);
        Network network = new Network(time, link, Kernel.OF_2005.tcp().withConnectTimeout(settings.connectTimeout()));
        return new MailPath(time, network, settings, 2000, true, KEY);
    }

    @Test
    void shouldBeReadAtTheNextPollWhenNothingIsLost() {
        MailPath path = path("");
        List<Long> read = new ArrayList<>();

        path.send(1, read::add);
        time.run();

        assertThat(read).containsExactly(path.nextPollNanos(0));
        assertThat(path.nextPollNanos(read.get(0) + 1)).isEqualTo(read.get(0) + 6 * SECOND);
    }

    /**
     * Tests the times: the connection is given up after 30 s, the mail is deferred for 60 s, and delivered at the next run of
     * the queue.
     */
    @Test
    void shouldWaitForTheQueueRunWhenTheOtherServerWasOutOfReach() {
        MailPath path = path("- {at: 0s, for: 40s, disrupt: both}");
        List<Long> read = new ArrayList<>();

        path.send(1, read::add);
        time.run();

        assertThat(read).hasSize(1);
        assertThat(read.get(0)).isBetween(90 * SECOND, (90 + 60 + 6) * SECOND);
    }

    /** Tests that five failed deliveries suspend deliveries to the other server, so that none is tried in the good time. */
    @Test
    void shouldDeferNewMailWhenTheOtherServerIsLeftAlone() {
        MailPath path = path("- {at: 0s, for: 35s, disrupt: both}");
        List<Long> late = new ArrayList<>();
        for (int mail = 1; mail <= 5; mail++) {
            path.send(mail, now -> {});
        }
        time.at(40 * SECOND, now -> path.send(6, late::add));
        time.run();

        assertThat(late).hasSize(1);
        assertThat(late.get(0)).isGreaterThan(100 * SECOND);
    }
}
