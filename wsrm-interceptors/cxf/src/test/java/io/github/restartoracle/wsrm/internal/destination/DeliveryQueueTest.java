package io.github.restartoracle.wsrm.internal.destination;

import static io.github.restartoracle.wsrm.internal.destination.DeliveryFixture.FAILS;
import static io.github.restartoracle.wsrm.internal.destination.DeliveryFixture.UNTRIED;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.house.RecordedLog;
import io.github.restartoracle.internal.inbound.Outcome;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DeliveryQueueTest {
    private static final String FIXED = "None";
    private static final int FOR_EVER = -1;

    private final DeliveryFixture fixture = new DeliveryFixture();

    @RegisterExtension
    private final RecordedLog logged = new RecordedLog();

    /**
     * Tries each distance between a failure and the next check, so that the message becomes due between any two readings of
     * the clock.
     */
    @Test
    void shouldTryAgainWhateverMomentAMessageBecomesDue() {
        for (int tickMillis = 1; tickMillis <= 10; tickMillis++) {
            DeliveryFixture each = new DeliveryFixture();
            each.tickNanos = TimeUnit.MILLISECONDS.toNanos(tickMillis);
            each.retryEvery(10, FIXED, FOR_EVER);
            each.answers.add(FAILS);
            each.accepted(1);
            each.runFor(900);
            assertThat(each.trace).as("%d ms a look", tickMillis).hasSize(2);
            assertThat(each.queue.count()).isZero();
        }
    }

    @Test
    void shouldTryAgainBesideADeliveryThatGoesOn() {
        fixture.retryEvery(100, FIXED, FOR_EVER);
        fixture.answers.add(run -> {
            fixture.acknowledge(2);
            fixture.queue.recovered(fixture.sequence, 2, null);
            return FAILS.to(run);
        });
        fixture.answers.add(run -> true);
        fixture.accepted(1);
        fixture.runFor(900);
        assertThat(fixture.trace).containsExactly("1@0", "2@0", "1@100");
    }

    @Test
    void shouldPlanOneLookHoweverManyMessagesAreDeliveredMeanwhile() {
        fixture.retryEvery(100, FIXED, FOR_EVER);
        fixture.answers.add(FAILS);
        fixture.accepted(1);
        for (int number = 2; number <= 100; number++) {
            fixture.accepted(number);
        }
        assertThat(Collections.frequency(fixture.delays, TimeUnit.MILLISECONDS.toNanos(100)))
                .isEqualTo(1);
        fixture.runFor(100);
        assertThat(fixture.trace).last().isEqualTo("1@100");
    }

    @Test
    void shouldLookOnceASecondThoughAWakeUpWasForgotten() {
        fixture.retryEvery(100, FIXED, FOR_EVER);
        fixture.forgetsDelaysBelowASecond = true;
        fixture.answers.add(FAILS);
        fixture.accepted(1);
        fixture.runFor(5_000);
        assertThat(fixture.trace).containsExactly("1@0", "1@1000");
        assertThat(fixture.tasks).as("nothing waits any more").isEmpty();
    }

    @Test
    void shouldLookForRequestsThatWaitForTheirTurn() {
        fixture.configuration.setInOrder(true);
        fixture.queue.on(fixture.sequence, inbound -> {
            inbound.requests().add(2, 0, Received.Kind.ANSWERED, () -> fixture.trace.add("turn of 2"));
            return inbound;
        });
        fixture.queue.look(fixture.sequence);
        fixture.runFor(1_500);
        assertThat(fixture.trace).isEmpty();
        fixture.acknowledge(1);
        fixture.runFor(1_000);
        assertThat(fixture.trace).containsExactly("turn of 2");
        fixture.runFor(2_000);
        assertThat(fixture.tasks).isEmpty();
    }

    @Test
    void shouldKeepToTheIntervalThatIsSet() {
        fixture.retryEvery(2_000, "Constant", FOR_EVER);
        Collections.addAll(fixture.answers, FAILS, FAILS, FAILS, FAILS);
        fixture.accepted(1);
        fixture.runFor(60_000);
        assertThat(fixture.trace).containsExactly("1@0", "1@2000", "1@4000", "1@6000", "1@8000");
    }

    @Test
    void shouldCountAndBackOffOnlyAfterWhatTheServiceHasRefused() {
        fixture.retryEvery(2_000, "ExponentialBackoff", 2);
        Collections.addAll(fixture.answers, UNTRIED, FAILS, UNTRIED, UNTRIED, UNTRIED, FAILS, UNTRIED);
        fixture.accepted(1);
        fixture.runFor(60_000);
        assertThat(fixture.trace)
                .containsExactly("1@0", "1@1000", "1@3000", "1@4000", "1@5000", "1@6000", "1@10000", "1@11000");
        assertThat(fixture.queue.count()).isZero();
    }

    @Test
    void shouldNotGiveUpTheNoteOfADelivery() {
        fixture.retryEvery(2_000, "Constant", 0);
        fixture.failedNotes = 5;
        fixture.answers.add(run -> {
            run.mark(Outcome.Kind.UNNOTED);
            return FAILS.to(run);
        });
        fixture.accepted(1);
        fixture.runFor(60_000);
        assertThat(fixture.failedNotes).isZero();
        assertThat(fixture.notes).containsExactly("1 delivered");
        assertThat(fixture.trace).as("the service is called once").hasSize(1);
        assertThat(fixture.queue.count()).isZero();
    }

    /** Lets the thread leave a run that another one has ended before. */
    @Test
    void shouldTellTheEndOfASuspendedRunOnceWhoeverComesFirst() {
        fixture.answers.add(run -> {
            run.mark(Outcome.Kind.DELIVERED);
            assertThat(run.finish())
                    .as("the thread that began it is still there")
                    .isFalse();
            return run.suspend();
        });
        fixture.answers.add(DeliveryRun::suspend);
        fixture.accepted(1);
        assertThat(fixture.queue.count()).isZero();
        List<DeliveryRun> parked = new ArrayList<>();
        fixture.answers.clear();
        fixture.answers.add(run -> {
            parked.add(run);
            return run.suspend();
        });
        fixture.accepted(2);
        assertThat(fixture.queue.count()).isEqualTo(1);
        assertThat(parked.get(0).finish()).isTrue();
        assertThat(parked.get(0).finish()).as("told once").isFalse();
        parked.get(0).mark(Outcome.Kind.DELIVERED);
        fixture.queue.suspendedEnded(parked.get(0));
        assertThat(fixture.queue.count()).isZero();
    }

    @Test
    void shouldForgetNoWakeUpBetweenLooks() {
        fixture.retryEvery(100, FIXED, FOR_EVER);
        fixture.answers.add(FAILS);
        fixture.accepted(1);
        fixture.runFor(5_000);
        assertThat(fixture.trace).containsExactly("1@0", "1@100");
        fixture.forgetsDelaysBelowASecond = true;
        fixture.answers.add(FAILS);
        fixture.accepted(2);
        fixture.runFor(5_000);
        assertThat(fixture.trace).hasSize(4);
    }

    /** Covers a deadlock: CXF's lock of a sequence is taken within that of the queue, and held while ranges are copied. */
    @Test
    void shouldLeaveOutWhatIsWithheldThoughTheQueueIsLocked() {
        fixture.acknowledge(1);
        fixture.acknowledge(2);
        Content content = new Content(fixture.sequence, 2, fixture.queue.workers(fixture.sequence), null);
        fixture.queue.update(
                fixture.sequence,
                inbound -> inbound.withhold(Objects.requireNonNull(
                        inbound.arrive(2, content, Received.Kind.ONE_WAY, content.workers.room, 1))));
        fixture.queue.update(
                fixture.sequence,
                inbound -> assertThat(CompletableFuture.supplyAsync(
                                () -> fixture.queue.acknowledgements.of(fixture.sequence)))
                        .succeedsWithin(Duration.ofSeconds(30))
                        .satisfies(copy -> assertThat(copy.getAcknowledgementRange())
                                .singleElement()
                                .satisfies(range -> assertThat(range.getUpper()).isEqualTo(1))));
        fixture.queue.acknowledge(content);
        assertThat(fixture.queue.acknowledgements.of(fixture.sequence).getAcknowledgementRange())
                .singleElement()
                .satisfies(range -> assertThat(range.getUpper()).isEqualTo(2));
    }

    private MessageId only() {
        assertThat(fixture.queue.givenUp.all()).hasSize(1);
        return fixture.queue.givenUp.all().get(0).id();
    }

    @Test
    void shouldGiveUpWithoutAPolicyAndGoOnInOrder() {
        fixture.configuration.setInOrder(true);
        List<GivenUpDelivery> told = new ArrayList<>();
        fixture.queue.givenUp.listen(told::add);
        fixture.answers.add(FAILS);
        fixture.accepted(1, 2);
        assertThat(fixture.trace).containsExactly("1@0", "2@0");
        assertThat(fixture.queue.count()).isZero();
        assertThat(told).singleElement().satisfies(delivery -> {
            assertThat(delivery.id().number()).isEqualTo(1);
            assertThat(delivery.endpoint()).isEqualTo("orders");
            assertThat(delivery.attempts()).isEqualTo(1);
            assertThat(delivery.reason()).contains("on purpose");
            assertThat(delivery.repeatable()).isTrue();
        });
        assertThat(fixture.notes).containsExactly("1 given up: java.io.IOException: on purpose");
        assertThat(fixture.queue.givenUp.total()).isEqualTo(1);
    }

    @Test
    void shouldDeliverAgainWhatAnOperatorRetries() {
        Collections.addAll(fixture.answers, FAILS, FAILS);
        fixture.accepted(1);
        assertThat(fixture.queue.givenUp.retry(only())).isTrue();
        assertThat(fixture.queue.givenUp.retry(only())).as("given up again").isTrue();
        assertThat(fixture.queue.givenUp.all()).isEmpty();
        assertThat(fixture.queue.givenUp.total()).isEqualTo(2);
        assertThat(fixture.trace).containsExactly("1@0", "1@0", "1@0");
        assertThat(fixture.notes).last().isEqualTo("1 again");
        assertThat(fixture.queue.count()).isZero();
    }

    @Test
    void shouldForgetWhatAnOperatorDiscards() {
        fixture.answers.add(FAILS);
        fixture.accepted(1);
        MessageId id = only();
        assertThat(fixture.queue.givenUp.discard(id)).isTrue();
        assertThat(fixture.queue.givenUp.discard(id)).isFalse();
        assertThat(fixture.queue.givenUp.retry(id)).isFalse();
        assertThat(fixture.trace).hasSize(1);
    }

    @Test
    void shouldNotCallTheServiceAgainThoughGivingUpIsNotedLate() {
        fixture.failedNotes = 3;
        fixture.answers.add(FAILS);
        fixture.accepted(1);
        assertThat(fixture.queue.givenUp.all()).isEmpty();
        fixture.runFor(10_000);
        assertThat(fixture.trace).containsExactly("1@0");
        assertThat(only().number()).isEqualTo(1);
    }

    @Test
    void shouldListTheLatest() {
        for (int number = 1; number <= GivenUpDeliveries.MOST + 5; number++) {
            fixture.answers.add(run -> false);
            fixture.accepted(number);
        }
        assertThat(fixture.queue.givenUp.all())
                .hasSize(GivenUpDeliveries.MOST)
                .first()
                .satisfies(oldest -> assertThat(oldest.id().number()).isEqualTo(6));
        assertThat(fixture.queue.givenUp.total()).isEqualTo(GivenUpDeliveries.MOST + 5);
        assertThat(logged.toString()).containsOnlyOnce("urn:uuid:1/1 cannot be retried any more");
    }

    @Test
    void shouldTellThatItKeepsTheContentsOfTheLatestOnly() {
        fixture.stores = false;
        for (int number = 1; number <= GivenUpDeliveries.MOST_CONTENTS + 2; number++) {
            Message message = new MessageImpl();
            message.put(RMMessageConstants.SAVED_CONTENT, new CachedOutputStream());
            fixture.answers.add(run -> false);
            fixture.acknowledge(number);
            fixture.queue.recovered(fixture.sequence, number, message);
            fixture.queue.look(fixture.sequence);
        }
        assertThat(fixture.queue.givenUp.all())
                .extracting(GivenUpDelivery::repeatable)
                .hasSize(GivenUpDeliveries.MOST_CONTENTS + 2)
                .startsWith(false, false, true);
        assertThat(logged.toString())
                .containsOnlyOnce("cannot be retried any more")
                .contains("urn:uuid:1/1 cannot be retried any more");
    }

    @Test
    void shouldGoOnThoughAListenerFails() {
        fixture.configuration.setInOrder(true);
        fixture.queue.givenUp.listen(delivery -> {
            throw new IllegalStateException("on purpose");
        });
        fixture.answers.add(FAILS);
        fixture.accepted(1, 2);
        assertThat(fixture.trace).containsExactly("1@0", "2@0");
        assertThat(fixture.queue.isBusy()).isFalse();
    }
}
