package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import java.nio.file.Path;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.common.security.SimplePrincipal;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.interceptor.security.AccessDeniedException;
import org.apache.cxf.interceptor.security.AuthenticationException;
import org.apache.cxf.interceptor.security.DefaultSecurityContext;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JStaxInInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.handler.WSHandlerConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that an earlier process has accepted, of a service that checks its callers. */
class SecuredDeliveriesIT {
    private static final String PASSWORD = "a password";

    /** Blocks in the first order. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    private static final class Shop implements Orders {
        private final List<String> delivered = new CopyOnWriteArrayList<>();
        private final CountDownLatch release;

        Shop(int blocked) {
            this.release = new CountDownLatch(blocked);
        }

        @Override
        public void put(String order) {
            try {
                release.await();
                delivered.add(order);
            } catch (InterruptedException shutDown) {
                throw new IllegalStateException(shutDown);
            }
        }
    }

    /** Refuses requests without the header that names their caller. */
    private static final class HeaderCheck extends AbstractPhaseInterceptor<Message> {
        HeaderCheck() {
            super(Phase.PRE_PROTOCOL);
        }

        @Override
        public void handleMessage(Message message) {
            if (!(message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers)
                    || !headers.containsKey("Authorization")) {
                throw new AuthenticationException("no credentials");
            }
            Subject subject = new Subject();
            Principal ann = new SimplePrincipal("ann");
            subject.getPrincipals().addAll(List.of(ann, new SimplePrincipal("customer+49%")));
            message.put(SecurityContext.class, new DefaultSecurityContext(ann, subject));
        }
    }

    /** Refuses orders that are not a customer's. */
    private static final class RoleCheck extends AbstractPhaseInterceptor<Message> {
        RoleCheck() {
            super(Phase.PRE_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            SecurityContext caller = message.get(SecurityContext.class);
            if (RMContextUtils.retrieveRMProperties(message, false).getSequence() != null
                    && (caller == null
                            || !caller.getUserPrincipal().getName().equals("ann")
                            || !caller.isUserInRole("customer+49%"))) {
                throw new AccessDeniedException("no customer");
            }
        }
    }

    private static Map<String, Object> token(String password) {
        CallbackHandler passwords = callbacks -> {
            for (var callback : callbacks) {
                ((WSPasswordCallback) callback).setPassword(password);
            }
        };
        return Map.of(
                WSHandlerConstants.ACTION,
                "UsernameToken Timestamp",
                WSHandlerConstants.USER,
                "ann",
                WSHandlerConstants.PASSWORD_TYPE,
                "PasswordDigest",
                WSHandlerConstants.PW_CALLBACK_REF,
                passwords);
    }

    @TempDir
    Path directory;

    private static Bus bus() {
        Bus bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(Map.of("oracle", "fixed", "initial-timeout", "300ms", "shutdown-wait", "100ms"));
        feature.initialize(bus);
        return bus;
    }

    private static Bus serve(String check, String password, String address, DataSourceStore store, Orders shop) {
        Bus bus = bus();
        if (check.equals("token")) {
            bus.getInInterceptors().add(new WSS4JInInterceptor(token(password)));
        } else if (check.equals("streamed token")) {
            bus.getInInterceptors().add(new WSS4JStaxInInterceptor(token(password)));
        } else {
            bus.getInInterceptors().add(new HeaderCheck());
        }
        store.installOn(bus);
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(bus);
        service.setAddress(address);
        service.setServiceBean(shop);
        if (check.equals("role")) {
            service.getInInterceptors().add(new RoleCheck());
        }
        service.create();
        return bus;
    }

    @ParameterizedTest
    @ValueSource(strings = {"token", "streamed token", "header", "role"})
    void shouldDeliverWhatWasAcceptedWithoutCheckingItAgain(String check) {
        String address = "http://localhost:" + FreePort.next() + "/orders";
        Bus sending = bus();
        AuthorizationPolicy credentials = new AuthorizationPolicy();
        credentials.setUserName("ann");
        credentials.setPassword(PASSWORD);
        if (check.endsWith("token")) {
            sending.getOutInterceptors().add(new WSS4JOutInterceptor(token(PASSWORD)));
        }
        Orders orders = client(sending, address);
        ((BindingProvider) orders).getRequestContext().put(AuthorizationPolicy.class.getName(), credentials);
        Shop blocked = new Shop(1);
        Shop open = new Shop(0);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            DataSourceStore store =
                    new DataSourceStore(pool, StoreOptions.ofDefaults().withNode("only"));
            Bus first = serve(check, PASSWORD, address, store, blocked);
            List.of("a", "b").forEach(orders::put);
            await().until(() -> sending.getExtension(RMManager.class)
                    .getRetransmissionQueue()
                    .isEmpty());
            store.close();
            first.shutdown(true);
            try (DataSourceStore next =
                    new DataSourceStore(pool, StoreOptions.ofDefaults().withNode("only"))) {
                Bus second = serve(check, "another one since", address, next, open);
                await().untilAsserted(() -> assertThat(open.delivered).containsExactlyInAnyOrder("a", "b"));
                second.shutdown(true);
            }
            assertThat(blocked.delivered).isEmpty();
        } finally {
            blocked.release.countDown();
            ClientProxy.getClient(orders).destroy();
            sending.shutdown(true);
        }
    }

    private static Orders client(Bus sending, String address) {
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(sending);
        client.setServiceClass(Orders.class);
        client.setAddress(address);
        return (Orders) client.create();
    }

    @Test
    void shouldSecureWhatAnEarlierProcessHasCaptured() {
        String address = "http://localhost:" + FreePort.next() + "/orders";
        Shop shop = new Shop(0);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory));
                HikariDataSource served = TestDatabase.pool(TestDatabase.H2.url(directory.resolve("service")))) {
            for (String order : List.of("a", "b")) {
                Bus service = order.equals("b")
                        ? serve(
                                "token",
                                PASSWORD,
                                address,
                                new DataSourceStore(served, StoreOptions.ofDefaults()),
                                shop)
                        : null;
                Bus sending = bus();
                sending.getOutInterceptors().add(new WSS4JOutInterceptor(token(PASSWORD)));
                DataSourceStore store =
                        new DataSourceStore(pool, StoreOptions.ofDefaults().withNode("only"));
                store.installOn(sending);
                client(sending, address).put(order);
                if (service != null) {
                    await().untilAsserted(() -> assertThat(shop.delivered).containsExactlyInAnyOrder("a", "b"));
                    service.shutdown(true);
                }
                sending.shutdown(true);
                store.close();
            }
        }
    }
}
