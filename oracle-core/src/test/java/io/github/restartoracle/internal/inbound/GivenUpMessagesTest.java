package io.github.restartoracle.internal.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.status.MessageId;
import java.util.List;
import org.junit.jupiter.api.Test;

class GivenUpMessagesTest {
    private final GivenUpMessages<String> messages = new GivenUpMessages<>(3, 2);

    private static MessageId id(long number) {
        return new MessageId("urn:s", number);
    }

    private List<Long> add(long number, boolean inMemory) {
        Received<String> message = Received.givenUp(number, "m" + number);
        return numbers(messages.add(new GivenUpMessages.Entry<>(id(number), message, 1, "no", 0, inMemory)));
    }

    private static List<Long> numbers(List<GivenUpMessages.Entry<String>> entries) {
        return entries.stream().map(entry -> entry.message().number()).toList();
    }

    @Test
    void shouldListTheLatest() {
        assertThat(add(1, false)).isEmpty();
        assertThat(add(2, false)).isEmpty();
        assertThat(add(3, false)).isEmpty();
        assertThat(add(4, false)).containsExactly(1L);
        assertThat(numbers(messages.all())).containsExactly(2L, 3L, 4L);
        assertThat(messages.get(id(1))).isNull();
        assertThat(messages.get(id(4))).isNotNull();
    }

    @Test
    void shouldDropTheContentOfTheOldestThatNoStoreKeeps() {
        add(1, true);
        add(2, true);
        assertThat(add(3, true)).containsExactly(1L);
        assertThat(numbers(messages.all())).as("stays in the list").containsExactly(1L, 2L, 3L);
        assertThat(add(4, true)).as("the oldest, and the content of the next").containsExactly(1L, 2L);
        assertThat(numbers(messages.all())).containsExactly(2L, 3L, 4L);
        assertThat(add(5, false)).containsExactly(2L);
        assertThat(add(6, true)).as("makes room for itself").containsExactly(3L);
    }

    @Test
    void shouldCountAContentNoMoreWhenItsMessageIsTaken() {
        add(1, true);
        add(2, true);
        assertThat(messages.take(id(1))).isTrue();
        assertThat(messages.take(id(1))).isFalse();
        assertThat(add(3, true)).isEmpty();
        assertThat(numbers(messages.takeIf(entry -> entry.message().number() == 2)))
                .containsExactly(2L);
        assertThat(add(4, true)).isEmpty();
        assertThat(numbers(messages.all())).containsExactly(3L, 4L);
    }
}
