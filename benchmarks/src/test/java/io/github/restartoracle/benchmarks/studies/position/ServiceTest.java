package io.github.restartoracle.benchmarks.studies.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ServiceTest {
    @Test
    void shouldHaveThePacketsAndTheLatePositionsOfThePaper() {
        assertThat(Service.AUTHOR.packets()).isEqualTo(12);
        assertThat(Service.AUTHOR.firstLate()).isEqualTo(8);
        assertThat(Service.AUTHOR.lastLate()).isEqualTo(11);
        assertThat(Service.AUTHOR.middle()).hasValue(6);
        assertThat(Service.SELLER_PROFILE.middle()).isEmpty();
        assertThat(Service.SELLER_PROFILE.firstLate()).isEqualTo(5);
        assertThat(Service.SELLER_PROFILE.lastLate()).isEqualTo(8);
    }

    @Test
    void shouldBeHitAsOftenAsThePaperSays() {
        assertThat(Service.AUTHOR.hit(0.02)).isCloseTo(Paper.HIT_AT_2_PERCENT, within(0.006));
        assertThat(Service.AUTHOR.hitLastThree(0.02)).isCloseTo(Paper.HIT_LATE_AT_2_PERCENT, within(0.006));
    }
}
