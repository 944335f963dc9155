package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restartoracle.house.FreePort;
import jakarta.xml.ws.WebServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.Test;

/** Tests clients and endpoints that share the bus with reliable ones, but do without WS-RM. */
class BystandersIT {
    /** Notes the names of all headers. */
    private static final class Headers extends AbstractSoapInterceptor {
        private final List<String> seen = new CopyOnWriteArrayList<>();

        Headers() {
            super(Phase.USER_PROTOCOL);
        }

        @Override
        public void handleMessage(SoapMessage message) {
            message.getHeaders().forEach(header -> seen.add(header.getName().toString()));
        }
    }

    @Test
    void shouldLeaveThemAlone() {
        String address = "http://localhost:" + FreePort.next() + "/plain";
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            JaxWsProxyFactoryBean clients = new JaxWsProxyFactoryBean();
            clients.setBus(pair.sourceBus);
            clients.setServiceClass(Orders.class);
            clients.setAddress(address);
            Orders plain = (Orders) clients.create();

            // The failure of a call that is not reliable is not parked or swallowed.
            assertThatExceptionOfType(WebServiceException.class).isThrownBy(() -> plain.put("too early"));
            assertThatExceptionOfType(WebServiceException.class).isThrownBy(() -> plain.price("too early"));

            List<String> delivered = new ArrayList<>();
            Headers requests = new Headers();
            Headers answers = new Headers();
            pair.sourceBus.getInInterceptors().add(answers);
            JaxWsServerFactoryBean servers = new JaxWsServerFactoryBean();
            servers.setBus(pair.destinationBus);
            servers.setAddress(address);
            servers.setServiceBean(new ReliablePair.OrdersBean(delivered::add));
            servers.getInInterceptors().add(requests);
            Server server = servers.create();
            plain.put("order");
            assertThat(plain.price("order")).isEqualTo("price of order");
            assertThat(requests.seen).isEmpty();
            assertThat(answers.seen).isEmpty();
            assertThat(pair.oracle().paths()).isEmpty();
            server.destroy();
        }
    }
}
