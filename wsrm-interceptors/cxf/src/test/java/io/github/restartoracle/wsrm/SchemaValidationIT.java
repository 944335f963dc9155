package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.RawSource.Version;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a client and a service that validate their messages: the schema of the service knows no message of WS-RM. */
class SchemaValidationIT {
    @ParameterizedTest(name = "RM 1.1 {0}")
    @ValueSource(booleans = {false, true})
    void shouldDeliver(boolean rm11) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.rm11 = rm11;
        setup.validated = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            assertThat(pair.orders.price("second")).isEqualTo("price of second");
            await().until(() -> pair.oracle().queue().isEmpty());
            await().until(() -> pair.bean.delivered.size() == 2);
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldRefuseAnInvalidRequestAndGoOn(Version version) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        setup.validated = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            assertThat(source.send(1, "price", "<invalid/>")).contains("Fault", "invalid");
            assertThat(source.send(2, "price", "valid")).contains("price of valid");
            source.send(3, "put", "<invalid/>");
            assertThat(source.send(4, "price", "also valid")).contains("price of also valid");
            assertThat(pair.bean.delivered).containsExactly("valid", "also valid");
        }
    }
}
