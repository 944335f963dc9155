package io.github.restartoracle.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.PathFixture;
import io.github.restartoracle.status.MessageId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
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

    private @Nullable SequenceStep<String, String> next() {
        return wait.next(path.now());
    }

    /** Takes the next step, and returns it as text; a pause is not ended. */
    private String take() {
        SequenceStep<String, String> next = next();
        if (next == null) {
            return "none";
        }
        if (!(next instanceof SequenceStep.Pause)) {
            wait.done(next);
        }
        return text(next);
    }

    private static String text(SequenceStep<String, String> step) {
        if (step instanceof SequenceStep.GiveNumber<String, String> number) {
            return number.message().payload();
        }
        return step instanceof SequenceStep.End<String, String> end
                ? "end " + end.gap().payload()
                : step.toString();
    }

    @Test
    void shouldCloseWhatHasEndedBeforeAnythingElse() {
        add("a");
        assertThat(wait.mayNumber()).isTrue();
        wait.end(parked("gap"));
        assertThat(wait.mayNumber())
                .as("a sequence for a was created meanwhile")
                .isFalse();
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

    private EndedWaits<String, String> fail(int transmissions, int maxAttempts, Duration giveUpAfter) {
        SequenceStep<String, String> step = next();
        while (step instanceof SequenceStep.Pause<String, String> pause) {
            assertThat(wait.resumes(pause)).isTrue();
            step = next();
        }
        return wait.failed(
                Objects.requireNonNull(step),
                new SequenceWait.Failure(transmissions, false, false),
                maxAttempts,
                giveUpAfter,
                path.now());
    }

    private EndedWaits<String, String> fail() {
        return fail(1, 0, Duration.ZERO);
    }

    private long pauseMillis() {
        return next() instanceof SequenceStep.Pause<String, String> pause ? pause.nanos() / PathFixture.MILLIS : 0;
    }

    @Test
    void shouldRepeatAStepThatFailsAfterLongerAndLongerPauses() {
        add("a");
        assertThat(wait.begins()).isTrue();
        assertThat(wait.begins()).as("begun already").isFalse();
        long[] millis = new long[6];
        for (int i = 0; i < millis.length; i++) {
            assertThat(fail().overdue()).isEmpty();
            SequenceStep<String, String> next = next();
            SequenceStep.Pause<String, String> pause = (SequenceStep.Pause<String, String>) next;
            millis[i] = Objects.requireNonNull(pause).nanos() / PathFixture.MILLIS;
            assertThat(wait.begins()).as("it pauses").isFalse();
            assertThat(wait.resumes(pause)).isTrue();
            assertThat(wait.resumes(pause)).as("once").isFalse();
        }
        assertThat(millis).containsExactly(250, 500, 1000, 2000, 4000, 4000);

        assertThat(take()).isEqualTo("a");
        add("b");
        fail();
        assertThat(pauseMillis()).as("another was taken").isEqualTo(250);
    }

    @Test
    void shouldGiveUpTheFirstWhenALimitIsReached() {
        Message<String> first = add("first");
        assertThat(fail(2, 3, Duration.ZERO).overdue()).isEmpty();
        Message<String> second = add("second");

        assertThat(fail(1, 3, Duration.ZERO).overdue())
                .extracting(EndedWaits.Overdue::message)
                .containsExactly(first);
        path.advance(1000);
        assertThat(fail(1, 0, Duration.ofMillis(1001)).overdue()).isEmpty();
        assertThat(fail(1, 0, Duration.ofSeconds(1)).overdue())
                .extracting(EndedWaits.Overdue::message)
                .containsExactly(second);
        assertThat(wait.isFree()).isTrue();
        assertThat(next()).as("nobody waits any more").isNull();
    }

    private boolean enter(String caller, Patience patience) {
        return wait.enter(caller, patience, wait.accepted());
    }

    @Test
    void shouldLetABriefCallerWaitUnlessOthersWaitInVain() {
        assertThat(enter("first", Patience.BRIEF)).as("nothing is known yet").isTrue();
        assertThat(next()).isEqualTo(new SequenceStep.Create<String, String>("first", true));
        assertThat(wait.late()).containsExactly("first");
        assertThat(enter("second", Patience.BRIEF))
                .as("the destination is down")
                .isFalse();
        assertThat(enter("answered", Patience.LASTING)).isTrue();
        wait.created(path.now());
        assertThat(wait.done(Objects.requireNonNull(next()))).containsExactly("answered");
        assertThat(enter("third", Patience.BRIEF)).isTrue();
        wait.leave("third");
        add("a");
        assertThat(enter("fourth", Patience.BRIEF))
                .as("it would wait behind others")
                .isFalse();
        assertThat(take()).isEqualTo("a");
        assertThat(enter("fifth", Patience.BRIEF)).isTrue();
        assertThat(wait.close()).containsExactly("fifth");
        assertThat(enter("sixth", Patience.BRIEF)).isFalse();
    }

    @Test
    void shouldTellAllCallersAnErrorOfConfigurationUntilThereWasASequence() {
        SequenceWait.Failure unknownHost = new SequenceWait.Failure(1, false, true);
        enter("lasting", Patience.LASTING);
        enter("brief", Patience.BRIEF);
        assertThat(wait.failed(Objects.requireNonNull(next()), unknownHost, 0, Duration.ZERO, path.now())
                        .refused())
                .containsExactly("lasting", "brief");
        assertThat(next()).as("nobody is left who would pause").isNull();

        enter("later", Patience.BRIEF);
        wait.created(path.now());
        take();
        enter("last", Patience.BRIEF);
        assertThat(wait.failed(Objects.requireNonNull(next()), unknownHost, 0, Duration.ZERO, path.now())
                        .goOn())
                .containsExactly("last");
    }

    @Test
    void shouldTellACallerTheFirstFailureIfItTriesOnceOrThereWasNoSequence() {
        enter("lasting", Patience.LASTING);
        assertThat(fail().refused()).as("there was none yet").containsExactly("lasting");
        enter("again", Patience.LASTING);
        wait.created(path.now());
        take();

        enter("patient", Patience.LASTING);
        enter("once", Patience.ONE_FAILURE);
        assertThat(fail().refused()).as("the failure of another").isEmpty();
        assertThat(fail().refused()).containsExactly("once");
        assertThat(fail().refused()).as("it goes on waiting").isEmpty();
    }

    @Test
    void shouldNotTellACallerThatASequenceCannotBeClosed() {
        wait.end(parked("gap"));
        enter("brief", Patience.BRIEF);
        enter("once", Patience.ONE_FAILURE);
        SequenceWait.Failure fault = new SequenceWait.Failure(0, true, true);
        EndedWaits<String, String> ended =
                wait.failed(Objects.requireNonNull(next()), fault, 0, Duration.ZERO, path.now());
        assertThat(ended.refused()).isEmpty();
        assertThat(ended.goOn()).containsExactly("brief");
        assertThat(next()).isEqualTo(new SequenceStep.Create<String, String>("once", false));
    }

    private void letACallerEndThePauseOfA() {
        add("a");
        wait.begins();
        fail();
        assertThat(pauseMillis()).isEqualTo(250);
        enter("caller", Patience.LASTING);
        assertThat(wait.begins()).as("it ends the pause").isTrue();
    }

    @Test
    void shouldTryACallersSequenceAtOnceWhileOthersPause() {
        letACallerEndThePauseOfA();
        assertThat(next()).isEqualTo(new SequenceStep.Create<String, String>("caller", false));
        wait.created(path.now());
        assertThat(wait.done(new SequenceStep.Create<>("caller", false)))
                .as("behind a")
                .isEmpty();
        assertThat(fail().goOn())
                .as("a cannot be sent, though there is a sequence")
                .containsExactly("caller");
    }

    @Test
    void shouldGoOnWithThePauseThatACallerHasEndedInVain() {
        letACallerEndThePauseOfA();
        wait.leave("caller");
        assertThat(pauseMillis()).as("a has failed just before").isEqualTo(250);
    }

    @Test
    void shouldLetACallerGoOnIfOthersCannotBeSentInASequenceThatThereWasAlready() {
        add("a");
        fail();
        enter("caller", Patience.LASTING);
        assertThat(take()).contains("caller");
        assertThat(fail().goOn()).containsExactly("caller");
    }

    @Test
    void shouldLetACallerGoOnInItsTurn() {
        add("a");
        long before = wait.accepted();
        add("b");
        wait.enter("caller", Patience.LASTING, before);
        assertThat(wait.isTurn(before)).isFalse();
        SequenceStep<String, String> first = Objects.requireNonNull(next());
        assertThat(text(first)).isEqualTo("a");
        assertThat(wait.done(first)).as("b came later").containsExactly("caller");
        assertThat(wait.isTurn(before)).isTrue();
        wait.end(parked("gap"));
        assertThat(wait.isTurn(before)).isFalse();
    }

    @Test
    void shouldCountTheMessagesThatAreGivenUpForTheTurnsOfOthers() {
        wait.addAgain(List.of(parked("moved").storedAs(new MessageId("s", 1))));
        fail(1, 2, Duration.ZERO);
        add("a");
        long before = wait.accepted();
        assertThat(fail(1, 2, Duration.ZERO).overdue()).hasSize(1);
        assertThat(wait.isTurn(before))
                .as("a waits, and only the moved one was given up")
                .isFalse();
        assertThat(fail(1, 2, Duration.ZERO).overdue()).hasSize(1);
        assertThat(wait.isTurn(before)).as("a was given up").isTrue();
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
    }

    @Test
    void shouldCountTheFaultsInTurnOfADestinationThatIsToCloseASequence() {
        Message<String> gap = parked("gap");
        wait.end(gap);
        assertThat(faults()).isZero();
        fault(gap, true);
        fault(gap, true);
        assertThat(faults()).isEqualTo(2);
        fault(gap, false);
        assertThat(faults()).as("it was down since").isZero();
    }

    private void fault(Message<String> gap, boolean isFault) {
        SequenceStep<String, String> step = new SequenceStep.End<>(gap, 0);
        wait.failed(step, new SequenceWait.Failure(0, isFault, false), 0, Duration.ZERO, path.now());
        pauseMillis();
    }

    private int faults() {
        return next() instanceof SequenceStep.End<String, String> end ? end.faults() : -1;
    }
}
