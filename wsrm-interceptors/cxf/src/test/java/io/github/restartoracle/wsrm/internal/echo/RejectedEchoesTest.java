package io.github.restartoracle.wsrm.internal.echo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.time.ManualClock;
import org.junit.jupiter.api.Test;

class RejectedEchoesTest {
    private final RejectedEchoes rejected = new RejectedEchoes(new ManualClock());

    @Test
    void shouldCountWhatIsMalformedAndWhatIsRefused() {
        rejected.malformed("urn:s");
        rejected.acknowledged(new MessageId("urn:s", 1), 1, SampleUse.REJECTED, 0);
        rejected.acknowledged(new MessageId("urn:s", 2), 1, SampleUse.EXACT, 0);
        rejected.acknowledged(new MessageId("urn:s", 3), 1, SampleUse.NONE, 0);
        assertThat(rejected.count()).isEqualTo(2);
    }
}
