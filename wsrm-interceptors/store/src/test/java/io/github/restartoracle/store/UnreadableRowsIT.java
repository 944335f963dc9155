package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.LongStream;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that values in the database which cannot be read do not stop the recovery of the others. */
class UnreadableRowsIT {
    @TempDir
    Path directory;

    private static DataSourceStore store(String url) {
        return new DataSourceStore(TestDatabase.pool(url), StoreOptions.ofDefaults());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE restart_oracle_destination SET delivered = '-1--1' WHERE identifier = 'urn:uuid:bad'",
                "UPDATE restart_oracle_destination SET delivered = '0-0' WHERE identifier = 'urn:uuid:bad'",
                "UPDATE restart_oracle_destination SET delivered = '5-3' WHERE identifier = 'urn:uuid:bad'",
                "UPDATE restart_oracle_destination SET delivered = '1-9,' WHERE identifier = 'urn:uuid:bad'",
                "INSERT INTO restart_oracle_delivered SELECT id, 0, '1-2,0-0' FROM restart_oracle_destination"
                        + " WHERE identifier = 'urn:uuid:bad'",
                "UPDATE restart_oracle_destination SET protocol = 'urn:none' WHERE identifier = 'urn:uuid:bad'",
                "UPDATE restart_oracle_source SET protocol = 'urn:none urn:none' WHERE identifier = 'urn:uuid:bad'",
                "UPDATE restart_oracle_inbound SET message_number = -1 WHERE message_number = 2",
                "UPDATE restart_oracle_inbound SET message_number = 0 WHERE message_number = 2"
            })
    void shouldLeaveThemAlone(String damage) throws SQLException {
        String url = TestDatabase.H2.url(directory);
        try (DataSourceStore former = store(url)) {
            DestinationSequence bad = TestSequences.created(former, "urn:uuid:bad");
            former.persistIncoming(bad, TestSequences.message(1, "first"));
            former.persistIncoming(bad, TestSequences.message(2, "second"));
            DestinationSequence good = TestSequences.created(former, "urn:uuid:good");
            former.persistIncoming(good, TestSequences.message(1, "first"));
            former.persistIncoming(good, TestSequences.message(3, "third"));
            former.createSourceSequence(NumberedSource.of("urn:uuid:bad"));
            former.createSourceSequence(NumberedSource.of("urn:uuid:good"));
        }
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(damage)).isOne();
        }
        try (DataSourceStore next = store(url)) {
            assertThat(TestSequences.sources(next))
                    .extracting(sequence -> sequence.getIdentifier().getValue())
                    .contains("urn:uuid:good")
                    .hasSize(damage.contains("_source") ? 1 : 2);
            assertThat(TestSequences.destinations(next))
                    .allSatisfy(sequence -> assertThat(numbers(sequence)).allMatch(number -> number > 0))
                    .anySatisfy(sequence -> {
                        assertThat(sequence.getIdentifier().getValue()).isEqualTo("urn:uuid:good");
                        assertThat(numbers(sequence)).containsExactly(1L, 3L);
                        assertThat(next.getMessages(sequence.getIdentifier(), false))
                                .extracting(RMMessage::getMessageNumber)
                                .containsExactly(1L, 3L);
                    });
        }
    }

    private static LongStream numbers(DestinationSequence sequence) {
        return sequence.getAcknowledgment().getAcknowledgementRange().stream()
                .flatMapToLong(range -> LongStream.rangeClosed(range.getLower(), range.getUpper()));
    }
}
