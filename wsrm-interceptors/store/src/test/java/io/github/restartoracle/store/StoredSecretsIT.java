package io.github.restartoracle.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a reader of the database can see. */
class StoredSecretsIT {
    private static final String PASSWORD = "open sesame";
    private static final String KEY = "key of the shop";

    @TempDir
    Path directory;

    /** Returns the whole database as SQL; bytes are in hexadecimal digits. */
    private static String script(HikariDataSource pool) throws SQLException {
        StringBuilder script = new StringBuilder();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet lines = statement.executeQuery("SCRIPT")) {
            while (lines.next()) {
                script.append(lines.getString(1)).append('\n');
            }
        }
        return script.toString();
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(UTF_8));
    }

    @Test
    void shouldBeTheMessageButNotTheCredentialsOfItsCall() throws SQLException {
        Bus bus = new CXFBusFactory().createBus();
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        new RestartOracleFeature("fixed").initialize(bus);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory));
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            store.installOn(bus);
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(Orders.class);
            factory.setAddress("http://localhost:" + FreePort.next() + "/orders");
            Orders orders = (Orders) factory.create();
            Client client = ClientProxy.getClient(orders);
            AuthorizationPolicy authorization = new AuthorizationPolicy();
            authorization.setUserName("shop");
            authorization.setPassword(PASSWORD);
            ((HTTPConduit) client.getConduit()).setAuthorization(authorization);
            client.getRequestContext().put(Message.PROTOCOL_HEADERS, Map.of("X-Api-Key", List.of(KEY)));
            orders.put("an order");
            String stored = script(pool);
            assertThat(stored).contains(hex("an order"));
            String basic = Base64.getEncoder().encodeToString(("shop:" + PASSWORD).getBytes(UTF_8));
            for (String secret : List.of(PASSWORD, KEY, basic)) {
                assertThat(stored).doesNotContain(secret, hex(secret));
            }
            client.destroy();
            bus.shutdown(true);
        }
    }
}
