package demo;

import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
public class OrdersApplication {
    private static final List<String> ARRIVED = new CopyOnWriteArrayList<>();

    public static void main(String[] args) {
        SpringApplication.run(OrdersApplication.class, args);
    }

    @WebService(endpointInterface = "demo.Orders", targetNamespace = "urn:orders")
    public static class Supplier implements Orders {
        @Override
        public void place(String order) {
            ARRIVED.add(order);
        }
    }

    @Bean
    Endpoint supplier(Bus bus) {
        EndpointImpl endpoint = new EndpointImpl(bus, new Supplier());
        endpoint.publish("/orders");
        return endpoint;
    }

    @Bean
    Orders orders(@Value("${supplier}") String address) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        return (Orders) factory.create();
    }

    @RestController
    static class Desk {
        private final Orders orders;

        Desk(Orders orders) {
            this.orders = orders;
        }

        @PostMapping("/order")
        void order(@RequestParam("text") String text) {
            orders.place(text);
        }

        @GetMapping("/arrived")
        List<String> arrived() {
            return ARRIVED;
        }
    }
}
