package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.pending.Echo;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CallerOrderTest {
    private static final long NEVER = Long.MAX_VALUE;

    private final PathFixture path = new PathFixture(1000, 8, false);
    /** With an oracle that sees that a message has arrived. */
    private final PathFixture observed = PathFixture.canary();

    @Test
    void shouldDispatchTheNextOfACallerWhenTheFormerIsAnswered() {
        path.sendFrom(1, 1);
        path.sendFrom(1, 2);
        path.sendFrom(1, 3);
        assertThat(path.left()).containsExactly("1#1@0");
        path.advance(5);
        path.attempt("1#1").advance(Phase.RESPONDED);
        assertThat(path.left()).as("the answer is still to be read").isEmpty();
        path.answer("1#1");
        assertThat(path.left()).containsExactly("2#1@5");
        path.advance(5);
        path.answer("2#1");
        assertThat(path.left()).containsExactly("3#1@10");
        assertThat(path.acknowledge(1, 3)).hasSize(3);
        assertThat(path.status().missedWakeUps()).isZero();
    }

    @Test
    void shouldNotLetCallersWaitForEachOther() {
        path.sendFrom(1, 1);
        path.sendFrom(2, 2);
        path.send(3);
        path.send(4);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0", "3#1@0", "4#1@0");
    }

    @Test
    void shouldDispatchTheNextWhenTheFormerIsAcknowledgedOnAnotherWay() {
        path.sendFrom(1, 1);
        path.sendFrom(1, 2);
        path.connect("1#1");
        path.acknowledge(1, 1);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0");
    }

    @Test
    void shouldHoldBackWhatWaitsForAnotherWhenTheSequenceIsSuspended() {
        path.sendFrom(1, 1);
        path.sendFrom(1, 2);
        path.sendFrom(1, 3);
        path.sequence.suspend(path.now());
        path.attempt("1#1").fail(new IOException("reset"));
        path.advance(30_000);
        assertThat(path.left()).containsExactly("1#1@0");
        path.sequence.resume(path.now());
        assertThat(path.left()).containsExactlyInAnyOrder("2#1@30000", "3#1@30000");
    }

    @Test
    void shouldNotHoldTheOthersWhenTheTimeoutOfTheFirstElapses() {
        path.sendFrom(1, 1);
        path.sendFrom(1, 2);
        path.sendFrom(1, 3);
        path.advance(1000);
        assertThat(path.left()).containsExactlyInAnyOrder("1#1@0", "1#2@1000", "2#1@1000", "3#1@1000");
    }

    @Test
    void shouldNotHoldTheOthersWhenTheFirstFails() {
        path.sendFrom(1, 1);
        path.sendFrom(1, 2);
        path.sendFrom(1, 3);
        path.attempt("1#1").fail(new IOException("reset"));
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0", "3#1@0");
    }

    @Test
    void shouldNotHoldTheOthersForLongWhenTheFirstHangsAndTheOracleNeverRestarts() {
        PathFixture patient = new PathFixture(NEVER, 8, false);
        patient.sendFrom(1, 1);
        patient.connect("1#1");
        patient.sendFrom(1, 2);
        for (int second = 0; second < 11; second++) {
            patient.advance(1000);
        }
        assertThat(patient.left()).containsExactly("1#1@0", "2#1@10000");
        assertThat(patient.status().missedWakeUps()).isZero();
    }

    @Test
    void shouldGoOnWhenAMessageInTheMiddleIsTakenOut() {
        path.sendFrom(1, 1);
        Message<String> second = path.sendFrom(1, 2);
        path.sendFrom(1, 3);
        path.path.withdraw(second, path.now());
        path.answer("1#1");
        assertThat(path.left()).containsExactly("1#1@0", "3#1@0");
    }

    @Test
    void shouldHoldNothingWhenTheDestinationDeliversInOrder() {
        path.sequence.deliveredInOrder(path.now());
        path.sendFrom(1, 1);
        path.sendFrom(1, 2);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0");
    }

    @Test
    void shouldForgetACallerWhoseMessagesAreAnswered() {
        path.sendFrom(1, 1);
        path.answer("1#1");
        path.sendFrom(1, 2);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0");
    }

    private static PathFixture staged() {
        return PathFixture.canary();
    }

    /** Covers a SYN that is late on a healthy link: no byte of the first message is in flight yet. */
    @Test
    void shouldHoldTheOthersWhileTheFirstRaces() {
        PathFixture staged = staged();
        staged.sendFrom(1, 1);
        staged.sendFrom(1, 2);
        AtomicInteger races = new AtomicInteger();
        staged.attempt("1#1").onRace(most -> races.incrementAndGet());
        for (int i = 0; i < 100 && races.get() == 0; i++) {
            staged.advance(50);
        }
        assertThat(races).hasPositiveValue();
        assertThat(staged.status().reach().down()).isFalse();
        assertThat(staged.left()).containsExactly("1#1@0");
        staged.answer("1#1");
        assertThat(staged.left()).extracting(left -> left.substring(0, 3)).containsExactly("2#1");
    }

    @Test
    void shouldHoldTheOthersNoMoreWhenThePathGoesDown() {
        PathFixture staged = staged();
        for (int number = 1; number <= 3; number++) {
            staged.sendFrom(1, number);
        }
        for (int i = 0; i < 100; i++) {
            staged.advance(50);
        }
        assertThat(staged.status().reach().down()).isTrue();
        assertThat(staged.left()).containsExactly("1#1@0");
        staged.attempt("1#1").connected(1000);
        staged.connect("1#1");
        assertThat(staged.left()).extracting(left -> left.substring(0, 3)).contains("2#1", "3#1");
    }

    @Test
    void shouldHoldNothingWhileThePathIsDown() {
        PathFixture staged = staged();
        for (int number = 1; number <= 3; number++) {
            staged.sendFrom(number, number);
        }
        for (int i = 0; i < 40; i++) {
            staged.advance(50);
        }
        assertThat(staged.status().reach().down()).isTrue();
        staged.sendFrom(9, 4);
        staged.sendFrom(9, 5);
        staged.left();
        staged.attempt("1#1").connected(1000);
        staged.attempt("1#1").advance(Phase.CONNECTED);
        assertThat(staged.left()).extracting(left -> left.substring(0, 3)).contains("4#1", "5#1");
    }

    /** Has the destination declare that it keeps the order of callers; one message takes 40 ms, some of them at the destination. */
    private static void keepsOrder(PathFixture path, long heldMillis) {
        path.sequence.callersAreInOrder(true);
        path.send(1);
        path.advance(40);
        path.acknowledge(new Echo(1, heldMillis * PathFixture.MILLIS), 1, 1);
        path.answer("1#1");
        path.left();
    }

    private static void sendOrderingItself(PathFixture path, long number) {
        path.send(PathFixture.message(path.sequence, number).from(1).ordersItself());
    }

    private static List<Long> names(PathFixture path, String... attempts) {
        return Stream.of(attempts).map(name -> path.attempt(name).after()).toList();
    }

    @Test
    void shouldNameTheFormerWhereTheDestinationKeepsTheOrder() {
        keepsOrder(observed, 1);
        for (int number = 2; number <= 4; number++) {
            sendOrderingItself(observed, number);
        }
        assertThat(observed.left()).containsExactly("2#1@40", "3#1@40", "4#1@40");
        assertThat(names(observed, "2#1", "3#1", "4#1")).containsExactly(0L, 2L, 3L);
        observed.answer("3#1");
        observed.answer("4#1");
        sendOrderingItself(observed, 5);
        assertThat(names(observed, "5#1")).containsExactly(2L);
        observed.answer("2#1");
        observed.answer("5#1");
        sendOrderingItself(observed, 6);
        assertThat(names(observed, "6#1")).as("nobody else is under way").containsExactly(0L);
    }

    @Test
    void shouldKeepNoMoreUnderWayThanTheLinkHolds() {
        keepsOrder(observed, 10);
        for (int number = 2; number <= 8; number++) {
            sendOrderingItself(observed, number);
        }
        assertThat(observed.left())
                .as("30 ms on the link, 10 ms there")
                .containsExactly("2#1@40", "3#1@40", "4#1@40", "5#1@40");
        observed.answer("2#1");
        assertThat(observed.left()).containsExactly("6#1@40");
        assertThat(names(observed, "6#1")).containsExactly(5L);
    }

    @Test
    void shouldSendOneAtATimeWhereTheLinkIsNotTheSlowerPart() {
        keepsOrder(observed, 39);
        sendOrderingItself(observed, 2);
        sendOrderingItself(observed, 3);
        assertThat(observed.left()).containsExactly("2#1@40");
    }

    @Test
    void shouldSendAtMostSoManyAtATime() {
        keepsOrder(observed, 0);
        for (int number = 2; number <= 50; number++) {
            sendOrderingItself(observed, number);
        }
        int sent = 0;
        for (List<String> left = observed.left(); !left.isEmpty(); left = observed.left()) {
            sent += left.size();
            left.forEach(each -> observed.connect(each.substring(0, each.indexOf('@'))));
        }
        assertThat(sent).isEqualTo(32);
    }

    /** Covers the wait at the destination, which an oracle of timeouts takes for a loss. */
    @Test
    void shouldSendOneAtATimeIfTheOracleSeesTimeoutsOnly() {
        keepsOrder(path, 1);
        sendOrderingItself(path, 2);
        sendOrderingItself(path, 3);
        assertThat(path.left()).containsExactly("2#1@40");
    }

    @Test
    void shouldHoldAMessageThatCannotNameAnother() {
        keepsOrder(observed, 1);
        sendOrderingItself(observed, 2);
        observed.sendFrom(1, 3);
        sendOrderingItself(observed, 4);
        observed.send(observed.sequence
                .message(5, "content", 16_385, Message.Kind.ONE_WAY)
                .from(1)
                .ordersItself());
        assertThat(observed.left()).containsExactly("2#1@40");
        observed.answer("2#1");
        assertThat(observed.left()).containsExactly("3#1@40", "4#1@40");
        observed.answer("3#1");
        observed.answer("4#1");
        assertThat(observed.left()).containsExactly("5#1@40");
        assertThat(names(observed, "3#1", "4#1", "5#1")).containsExactly(0L, 3L, 0L);
    }

    @Test
    void shouldWaitForTheRestartOfOneThatFails() {
        keepsOrder(observed, 10);
        for (int number = 2; number <= 7; number++) {
            sendOrderingItself(observed, number);
        }
        assertThat(observed.left()).hasSize(4);
        observed.connect("2#1");
        observed.attempt("2#1").fail(new IOException("reset"));
        assertThat(observed.left()).isEmpty();
        for (int i = 0; i < 1000 && observed.restarts().isEmpty(); i++) {
            observed.advance(10);
        }
        assertThat(names(observed, "2#2")).containsExactly(0L);
        observed.left();
        observed.answer("2#2");
        assertThat(names(observed, "6#1")).containsExactly(5L);
    }

    @Test
    void shouldNameNobodyAfterAnOutage() {
        PathFixture staged = staged();
        keepsOrder(staged, 1);
        staged.advance(1);
        for (int number = 2; number <= 4; number++) {
            sendOrderingItself(staged, number);
        }
        assertThat(names(staged, "2#1", "3#1", "4#1")).containsExactly(0L, 2L, 3L);
        for (int i = 0; i < 1000 && !staged.status().reach().down(); i++) {
            staged.advance(50);
        }
        assertThat(staged.status().reach().down()).isTrue();
        staged.left();
        staged.attempt("2#1").connected(1000);
        staged.connect("2#1");
        assertThat(staged.left()).extracting(left -> left.substring(0, 3)).contains("3#1", "4#1");
        assertThat(names(staged, "3#1", "4#1")).containsExactly(0L, 0L);
    }
}
