package io.github.restartoracle.benchmarks.papers.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PaperServiceTest {
    @Test
    void shouldHaveThePacketsAndTheLatePositionsOfThePaper() {
        assertThat(PaperService.AUTHOR.packets()).isEqualTo(12);
        assertThat(PaperService.AUTHOR.firstLate()).isEqualTo(8);
        assertThat(PaperService.AUTHOR.lastLate()).isEqualTo(11);
        assertThat(PaperService.AUTHOR.middle()).hasValue(6);
        assertThat(PaperService.SELLER_PROFILE.middle()).isEmpty();
        assertThat(PaperService.SELLER_PROFILE.firstLate()).isEqualTo(5);
        assertThat(PaperService.SELLER_PROFILE.lastLate()).isEqualTo(8);
    }

    @Test
    void shouldBeHitAsOftenAsThePaperSays() {
        assertThat(PaperService.AUTHOR.hit(0.02)).isCloseTo(Paper.HIT_AT_2_PERCENT, within(0.006));
        assertThat(PaperService.AUTHOR.hitLastThree(0.02)).isCloseTo(Paper.HIT_LATE_AT_2_PERCENT, within(0.006));
    }
}
