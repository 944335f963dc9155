package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Accounts for every case of the corpus: where it is tested, and why a case is not here. */
class CorpusTest {
    private static final int CASES = 162;

    /**
     * The cases of the sending side. SmtpMisbehaviourIT names the numbers, MailComposerTest has 77 and 78, MailSettingsTest has
     * 151.
     */
    private static final Set<Integer> OF_THE_SENDER = Stream.concat(
                    Stream.of(77, 78), IntStream.rangeClosed(137, 158).boxed())
            .collect(Collectors.toSet());

    private static Set<Integer> here() {
        Set<Integer> here = new TreeSet<>();
        MailCorpusTest.cases().forEach(hostile -> here.add(hostile.number));
        ServerCorpusTest.cases().forEach(hostile -> here.add(hostile.number()));
        DeliveryIT.faults()
                .forEach(hostile -> here.add(Integer.parseInt(
                        hostile.getKey().substring(0, hostile.getKey().indexOf(' ')))));
        here.addAll(Set.of(82, 83)); // TwoWayCallIT
        here.add(162); // HostileMailIT
        here.add(99); // DeliveryIT.shouldTakeTheVersionFromTheEnvelope
        return here;
    }

    @Test
    void shouldHaveEveryCase() {
        Set<Integer> accounted = new TreeSet<>(here());
        accounted.addAll(OF_THE_SENDER);
        assertThat(accounted)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, CASES).boxed().toList());
        assertThat(here()).hasSizeGreaterThanOrEqualTo(120);
    }
}
