package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.restartoracle.store.DataSourceStore;
import io.github.restartoracle.store.StoreOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests that a store never ends a transaction of its caller. */
class CallerTransactionTest {
    private final JdbcDataSource pool = new JdbcDataSource();

    CallerTransactionTest() {
        pool.setURL("jdbc:h2:mem:caller-transaction-" + System.identityHashCode(this) + ";DB_CLOSE_DELAY=-1");
        new JdbcTemplate(pool).execute("CREATE TABLE business (name VARCHAR(9))");
    }

    /** A data source that does not tell to which one it leads. */
    private static final class Opaque extends AbstractDataSource {
        private final DataSource target;

        Opaque(DataSource target) {
            this.target = target;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return target.getConnection();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return target.getConnection(user, password);
        }
    }

    static Stream<UnaryOperator<DataSource>> joining() {
        return Stream.of(
                TransactionAwareDataSourceProxy::new,
                target -> new DelegatingDataSource(new TransactionAwareDataSourceProxy(target)),
                target -> new LazyConnectionDataSourceProxy(new TransactionAwareDataSourceProxy(target)));
    }

    @ParameterizedTest
    @MethodSource("joining")
    void shouldRefuseADataSourceOfTheTransactionOfTheCaller(UnaryOperator<DataSource> joining) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataSourceStore(joining.apply(pool), StoreOptions.ofDefaults()).close())
                .withMessageContaining("belong to the transaction of the caller")
                .withMessageContaining("such as the pool");
    }

    @Test
    void shouldLeaveTheTransactionOfTheCallerToTheCaller() {
        try (DataSourceStore store =
                new DataSourceStore(new Opaque(new TransactionAwareDataSourceProxy(pool)), StoreOptions.ofDefaults())) {
            Throwable refused = new TransactionTemplate(new DataSourceTransactionManager(pool)).execute(transaction -> {
                new JdbcTemplate(pool).update("INSERT INTO business VALUES ('order')");
                transaction.setRollbackOnly();
                return catchThrowable(() -> store.createSourceSequence(sequence()));
            });
            assertThat(new JdbcTemplate(pool).queryForList("SELECT name FROM business"))
                    .isEmpty();
            assertThat(refused).hasStackTraceContaining("belong to the transaction of the caller");
        }
    }

    @Test
    void shouldStoreWhileItsCallerIsInATransaction() {
        try (DataSourceStore store = new DataSourceStore(
                new LazyConnectionDataSourceProxy(new DelegatingDataSource(pool)), StoreOptions.ofDefaults())) {
            new TransactionTemplate(new DataSourceTransactionManager(pool)).executeWithoutResult(transaction -> {
                new JdbcTemplate(pool).update("INSERT INTO business VALUES ('order')");
                store.createSourceSequence(sequence());
                transaction.setRollbackOnly();
            });
            assertThat(new JdbcTemplate(pool).queryForList("SELECT name FROM business"))
                    .isEmpty();
            assertThat(new JdbcTemplate(pool)
                            .queryForList("SELECT identifier FROM restart_oracle_source", String.class))
                    .containsExactly("urn:sequence");
        }
    }

    private static SourceSequence sequence() {
        Identifier identifier = new Identifier();
        identifier.setValue("urn:sequence");
        return new SourceSequence(identifier, ProtocolVariation.RM11WSA200508) {
            @Override
            public String getEndpointIdentifier() {
                return "endpoint";
            }
        };
    }
}
