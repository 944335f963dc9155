package io.github.restartoracle.wsrm.internal.rm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CxfInternalsTest {
    /** Covers an application that brings an earlier CXF: a method would be missing with the first acknowledgement. */
    @Test
    void shouldRefuseModulesOfDifferentVersions() {
        assertThatThrownBy(() -> CxfInternals.requireOneVersion("4.1.4", "4.2.3"))
                .hasMessageStartingWith(
                        "cxf-core 4.1.4 cannot be used with cxf-rt-ws-rm 4.2.3: import restart-oracle-bom");
    }

    @ParameterizedTest
    @CsvSource({"4.2.0, 4.2.3", "4.2.3-SNAPSHOT, 4.2.3", "'', 4.2.3", "4.2.3, ''"})
    void shouldTakeModulesThatMayBeOfOneVersion(String core, String reliability) {
        assertThatCode(() -> CxfInternals.requireOneVersion(core, reliability)).doesNotThrowAnyException();
    }
}
