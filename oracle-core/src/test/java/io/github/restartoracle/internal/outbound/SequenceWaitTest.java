package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.outbound.SequenceWait.Step;
import io.github.restartoracle.internal.outbound.SequenceWait.Turn;
import io.github.restartoracle.status.MessageId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SequenceWaitTest {
    private final PathFixture path = new PathFixture(1000, 8, false);
    private final SequenceWait<String, String> wait = new SequenceWait<>();
    private long positions;

    private Message<String> parked(String content) {
        Message<String> message = Message.parked(path.path, content, 1);
        path.path.parking().add(message, ++positions, path.now());
        return message;
    }

    private Message<String> add(String content) {
        Message<String> message = parked(content);
        assertThat(wait.reserve(10)).isTrue();
        wait.add(message);
        return message;
    }

    private @Nullable Step<String, String> next() {
        return wait.next(path.now());
    }

    /** Takes the next step, and returns it as text; a pause is not ended. */
    private String take() {
        Step<String, String> next = next();
        if (next == null) {
            return "none";
        }
        if (!(next instanceof Step.Pause)) {
            wait.done(next);
        }
        return text(next);
    }

    private static String text(Step<String, String> step) {
        if (step instanceof Step.GiveNumber<String, String> number) {
            return number.message().payload();
        }
        return step instanceof Step.End<String, String> end ? "end " + end.gap().payload() : step.toString();
    }

    @Test
    void shouldCloseWhatHasEndedBeforeAnythingElse() {
        add("a");
        wait.end(parked("gap"));
        assertThat(wait.isFree()).isFalse();

        assertThat(List.of(take(), take(), take())).containsExactly("end gap", "a", "none");
        assertThat(wait.isFree()).isTrue();
    }

    @Test
    void shouldNumberWhatHadANumberBeforeWhatHadNone() {
        add("new");
        Message<String> fourth = parked("4").storedAs(new MessageId("s", 4));
        Message<String> second = parked("2").storedAs(new MessageId("s", 2));
        wait.addAgain(List.of(fourth, parked("retried")));
        wait.addAgain(List.of(second));

        assertThat(List.of(take(), take(), take(), take())).containsExactly("2", "4", "new", "retried");
    }

    @Test
    void shouldRepeatAStepThatFailsAfterLongerAndLongerPauses() {
        add("a");
        assertThat(wait.begins()).isTrue();
        assertThat(wait.begins()).as("begun already").isFalse();
        long[] millis = new long[6];
        for (int i = 0; i < millis.length; i++) {
            assertThat(next()).isNotNull();
            assertThat(wait.failed(1, false, 0, Duration.ZERO, path.now())).isEmpty();
            millis[i] = wait.pause().nanos() / PathFixture.MILLIS;
            assertThat(wait.resumes()).isTrue();
            assertThat(wait.resumes()).as("once").isFalse();
        }
        assertThat(millis).containsExactly(250, 500, 1000, 2000, 4000, 4000);

        assertThat(take()).isEqualTo("a");
        assertThat(wait.pause().nanos()).as("it has been taken").isEqualTo(250 * PathFixture.MILLIS);
    }

    @Test
    void shouldGiveUpTheFirstWhenALimitIsReached() {
        Message<String> first = add("first");
        assertThat(wait.failed(2, false, 3, Duration.ZERO, path.now())).isEmpty();
        Message<String> second = add("second");

        assertThat(wait.failed(1, false, 3, Duration.ZERO, path.now()))
                .extracting(SequenceWait.Overdue::message)
                .containsExactly(first);
        path.advance(1000);
        assertThat(wait.failed(1, false, 0, Duration.ofMillis(1001), path.now()))
                .isEmpty();
        assertThat(wait.failed(1, false, 0, Duration.ofSeconds(1), path.now()))
                .extracting(SequenceWait.Overdue::message)
                .containsExactly(second);
        assertThat(wait.isFree()).isTrue();
    }

    @Test
    void shouldLetACallerWaitUnlessOthersWaitInVain() {
        assertThat(wait.enter("first")).as("nothing is known yet").isTrue();
        assertThat(next()).isEqualTo(new Step.Create<String, String>("first"));
        assertThat(wait.settle(true)).containsExactly("first");
        assertThat(wait.enter("second")).as("the destination is down").isFalse();
        wait.up();
        assertThat(wait.enter("third")).isTrue();
        wait.leave("third");
        add("a");
        assertThat(wait.enter("fourth")).as("it would wait behind others").isFalse();
        assertThat(take()).isEqualTo("a");
        assertThat(wait.enter("fifth")).isTrue();
        assertThat(wait.close()).containsExactly("fifth");
        assertThat(wait.enter("sixth")).isFalse();
    }

    @Test
    void shouldTellTheTurnOfACallThatWaitsElsewhere() {
        add("a");
        long before = wait.accepted();
        add("b");
        assertThat(wait.turn(before)).isEqualTo(Turn.LATER);
        wait.settle(true);
        assertThat(wait.turn(before)).isEqualTo(Turn.UNKNOWN);

        assertThat(take()).isEqualTo("a");
        assertThat(wait.turn(before)).as("b came later").isEqualTo(Turn.NOW);
        wait.end(parked("gap"));
        assertThat(wait.turn(before)).isEqualTo(Turn.LATER);
        wait.close();
        assertThat(wait.turn(Long.MAX_VALUE)).isEqualTo(Turn.NOW);
    }

    @Test
    void shouldLimitThoseThatWait() {
        assertThat(wait.reserve(2)).isTrue();
        add("a");
        assertThat(wait.reserve(2)).isFalse();
        wait.release();
        assertThat(wait.reserve(2)).isTrue();
        wait.addAgain(List.of(parked("b"), parked("c")));
        assertThat(wait.messages().stream().map(Message::payload))
                .as("those that were accepted before are not limited")
                .containsExactly("a", "b", "c");
        wait.close();
        assertThat(wait.reserve(Integer.MAX_VALUE)).isFalse();
        assertThat(next()).isNull();
    }

    @Test
    void shouldTellThePathsWhyThereIsNoSequence() {
        add("a");
        wait.problem("connection refused");
        assertThat(path.status().problem()).isEqualTo("connection refused");
        wait.created(path.now());
        assertThat(wait.hasCreated()).isTrue();
    }

    @Test
    void shouldCountTheFaultsInTurnOfADestinationThatIsToCloseASequence() {
        wait.end(parked("gap"));
        assertThat(faults()).isZero();
        wait.failed(0, true, 0, Duration.ZERO, path.now());
        wait.failed(0, true, 0, Duration.ZERO, path.now());
        assertThat(faults()).isEqualTo(2);
        wait.failed(1, false, 0, Duration.ZERO, path.now());
        assertThat(faults()).as("it was down since").isZero();
    }

    private int faults() {
        return next() instanceof Step.End<String, String> end ? end.faults() : -1;
    }
}
