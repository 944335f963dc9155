package io.github.restartoracle.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.sample.OrderBook.Point;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OrderBookTest {
    private Instant now = Instant.ofEpochSecond(1000);
    private final OrderBook book = new OrderBook(() -> now);

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void shouldCountFromWhenAnOrderWasDueToItsFirstArrival() {
        long first = book.place();
        pass(Duration.ofMillis(500));
        long second = book.place();
        pass(Duration.ofMillis(250));
        assertThat(book.state().pending()).isEqualTo(2);
        assertThat(book.state().oldest()).isEqualTo(0.75);

        book.arrived(second);
        book.arrived(first);
        book.arrived(first);

        OrderBook.State state = book.state();
        assertThat(state.pending()).isZero();
        assertThat(state.oldest()).isZero();
        assertThat(state.arrived()).isEqualTo(2);
        assertThat(state.copies()).isOne();
        assertThat(state.times()).containsExactly(new Point(1_000_500, 0.25), new Point(1_000_000, 0.75));
        assertThat(state.pendings()).containsExactly(new Point(1_000_000, 1), new Point(1_000_500, 2));
    }

    @Test
    void shouldForgetWhatIsNotShownAnyMore() {
        book.arrived(book.place());
        pass(OrderBook.SHOWN.plusSeconds(1));
        book.arrived(book.place());
        assertThat(book.state().times()).hasSize(1);
        assertThat(book.state().pendings()).hasSize(1);
        assertThat(book.state().arrived()).isEqualTo(2);
    }
}
