package io.github.restartoracle.sample;

import jakarta.xml.ws.Endpoint;
import java.io.IOException;
import java.time.InstantSource;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.EndpointImpl;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The shops and their supplier in one process. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableScheduling
public final class SampleApplication {
    /** Creates the application; called by Spring. */
    SampleApplication() {}

    /**
     * Starts everything.
     *
     * @param arguments options of Spring Boot, such as {@code --server.port=8081}
     * @throws IOException if the port cannot be opened
     * @throws InterruptedException if this thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (!OwnNetwork.ran(SampleApplication.class, arguments)) {
            SpringApplication.run(SampleApplication.class, arguments);
        }
    }

    @Bean
    InstantSource clock() {
        return InstantSource.system();
    }

    @Bean(Shops.STOCK)
    OrderBook ordersOfStock(InstantSource clock) {
        return new OrderBook(clock);
    }

    @Bean(Shops.ORACLE)
    OrderBook ordersOfOracle(InstantSource clock) {
        return new OrderBook(clock);
    }

    @Bean
    Endpoint supplierEndpoint(Bus bus, Supplier supplier) {
        EndpointImpl endpoint = new EndpointImpl(bus, supplier);
        endpoint.publish("/orders");
        return endpoint;
    }
}
