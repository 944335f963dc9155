package io.github.restartoracle.spring.boot;

import jakarta.jws.WebService;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.Endpoint;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** An application as a user would write it without restart oracles: an endpoint and a client of it. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Shop {
    /** A service that records its orders. */
    @WebService(
            endpointInterface = "io.github.restartoracle.spring.boot.Orders",
            serviceName = "OrderService",
            portName = "OrderPort",
            targetNamespace = "urn:orders")
    static final class OrdersBean implements Orders {
        final List<String> delivered = new CopyOnWriteArrayList<>();

        @Override
        public void put(String order) {
            delivered.add(order);
        }
    }

    /** True while the endpoint is out of service. */
    static final class Outage extends AtomicBoolean {
        private static final long serialVersionUID = 1L;
    }

    @Bean
    OrdersBean ordersBean() {
        return new OrdersBean();
    }

    @Bean
    Endpoint ordersEndpoint(Bus bus, OrdersBean orders) {
        EndpointImpl endpoint = new EndpointImpl(bus, orders);
        endpoint.publish("/orders");
        return endpoint;
    }

    @Bean
    Outage outage() {
        return new Outage();
    }

    @Bean
    Filter outageFilter(Outage outage) {
        return (request, response, chain) -> {
            if (outage.get()
                    && request.getContentType() != null
                    && request.getContentType().startsWith("text/xml")) {
                ((HttpServletResponse) response).sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            } else {
                chain.doFilter(request, response);
            }
        };
    }

    /** Creates the client; lazy, because the port is known when the server has started. */
    @Bean
    @Lazy
    Orders orders(Environment environment) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Orders.class);
        factory.setAddress(address(environment.getRequiredProperty("local.server.port")));
        return (Orders) factory.create();
    }

    static String address(String port) {
        return "http://localhost:" + port + "/services/orders";
    }
}
