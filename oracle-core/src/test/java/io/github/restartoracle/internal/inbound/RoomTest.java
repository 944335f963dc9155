package io.github.restartoracle.internal.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoomTest {
    @Test
    void shouldBoundTheNumberOfMessages() {
        Room room = new Room(2, 1_000_000);
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
        Room room = new Room(100, 100_000);
        assertThat(room.take(Room.cost(1_000_000), false)).isTrue();
        assertThat(room.take(Room.cost(1), false)).isFalse();
        room.giveBack(Room.cost(1_000_000));
        assertThat(room.take(Room.cost(10_000), false)).isTrue();
        assertThat(room.take(Room.cost(10_000), false)).isTrue();
        assertThat(room.take(Room.cost(10_000), false)).isFalse();
    }
}
