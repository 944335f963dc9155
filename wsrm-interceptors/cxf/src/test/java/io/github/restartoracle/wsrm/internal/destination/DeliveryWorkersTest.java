package io.github.restartoracle.wsrm.internal.destination;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.time.ManualClock;
import io.github.restartoracle.wsrm.internal.destination.DeliveryWorkers.Turn;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.junit.jupiter.api.Test;

class DeliveryWorkersTest {
    private final ManualClock clock = new ManualClock(-5);
    private final DeliveryWorkers turns = new DeliveryWorkers(
            new ExtensionManagerBus(),
            "orders",
            new DestinationLimits.OfEndpoint(2, 1, 1),
            clock,
            Runnable::run,
            () -> {});

    private void deliver(long millis) throws InterruptedException {
        Turn turn = turns.begin();
        pass(millis);
        turn.end();
    }

    private void pass(long millis) {
        clock.advance(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private boolean isPrompt() {
        Turn turn = turns.beginSoon();
        if (turn == null) {
            return false;
        }
        turn.end();
        return true;
    }

    @Test
    void shouldLetNoRequestWaitAfterADeliveryThatTookItsTime() throws Exception {
        assertThat(isPrompt()).isTrue();
        deliver(99);
        assertThat(isPrompt()).isTrue();
        deliver(100);
        assertThat(isPrompt()).isFalse();
    }

    @Test
    void shouldLetRequestsWaitAgainAfterSeveralPromptDeliveries() throws Exception {
        deliver(100);
        for (int i = 0; i < 4; i++) {
            assertThat(isPrompt()).isFalse();
            deliver(1);
        }
        assertThat(isPrompt()).isTrue();
    }

    @Test
    void shouldLetNoRequestWaitWhileADeliveryHangs() throws Exception {
        Turn hanging = turns.begin();
        pass(60);
        assertThat(isPrompt()).isTrue();
        deliver(40);
        assertThat(isPrompt()).isFalse();
        hanging.end();
        assertThat(isPrompt()).isFalse();
    }

    /** Covers deliveries of both kinds: together they are not more than the threads that are set. */
    @Test
    void shouldBoundTheDeliveries() throws Exception {
        Turn ofRequest = Objects.requireNonNull(turns.beginSoon());
        Turn other = turns.begin();
        assertThat(turns.beginSoon()).isNull();
        CompletableFuture<Turn> third = begin();
        assertThat(third).isNotDone();
        ofRequest.end();
        ofRequest.end();
        third.get(10, TimeUnit.SECONDS);
        assertThat(turns.beginSoon()).isNull();
        other.end();
        assertThat(turns.beginSoon()).isNotNull();
    }

    private CompletableFuture<Turn> begin() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return turns.begin();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
