package io.github.restartoracle.wsrm.internal.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class RoomTest {
    @Test
    void shouldBoundTheNumberOfMessages() {
        Room room = new Room(new ReceiveOptions(1, 2, 1_000_000));
        assertThat(room.take(10, false)).isTrue();
        assertThat(room.take(10, false)).isTrue();
        assertThat(room.take(10, false)).isFalse();
        assertThat(room.take(10, true)).as("the others wait for it").isTrue();
        room.giveBack(10);
        assertThat(room.take(10, false)).isFalse();
        room.giveBack(10);
        assertThat(room.take(10, false)).isTrue();
    }

    @Test
    void shouldBoundTheirBytesButTakeOneOfAnySize() {
        Room room = new Room(new ReceiveOptions(1, 100, 100_000));
        assertThat(room.take(Room.cost(1_000_000), false)).isTrue();
        assertThat(room.take(Room.cost(1), false)).isFalse();
        room.giveBack(Room.cost(1_000_000));
        assertThat(room.take(Room.cost(10_000), false)).isTrue();
        assertThat(room.take(Room.cost(10_000), false)).isTrue();
        assertThat(room.take(Room.cost(10_000), false)).isFalse();
    }

    @Test
    void shouldSayWhichBoundIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReceiveOptions(0, 1, 65_536))
                .withMessage("threads must be from 1 to 1000, was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReceiveOptions(1, 0, 65_536))
                .withMessageContaining("messages");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReceiveOptions(1, 1, 65_535))
                .withMessageContaining("bytes");
        assertThat(ReceiveOptions.ofDefaults().messages()).isEqualTo(1_000);
    }
}
