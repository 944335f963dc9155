package io.github.restartoracle.wsrm.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class BudgetTest {
    @Test
    void shouldBoundTheNumberOfMessages() {
        Budget budget = new Budget(new ReceiveOptions(1, 2, 1_000_000));
        assertThat(budget.take(10, false)).isTrue();
        assertThat(budget.take(10, false)).isTrue();
        assertThat(budget.take(10, false)).isFalse();
        assertThat(budget.take(10, true)).as("the others wait for it").isTrue();
        budget.giveBack(10);
        assertThat(budget.take(10, false)).isFalse();
        budget.giveBack(10);
        assertThat(budget.take(10, false)).isTrue();
    }

    @Test
    void shouldBoundTheirBytesButTakeOneOfAnySize() {
        Budget budget = new Budget(new ReceiveOptions(1, 100, 100_000));
        assertThat(budget.take(Budget.cost(1_000_000), false)).isTrue();
        assertThat(budget.take(Budget.cost(1), false)).isFalse();
        budget.giveBack(Budget.cost(1_000_000));
        assertThat(budget.take(Budget.cost(10_000), false)).isTrue();
        assertThat(budget.take(Budget.cost(10_000), false)).isTrue();
        assertThat(budget.take(Budget.cost(10_000), false)).isFalse();
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
