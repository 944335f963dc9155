package io.github.restartoracle.interop.metro;

import com.sun.xml.ws.rx.rm.api.ReliableMessagingFeature;
import com.sun.xml.ws.rx.rm.api.ReliableMessagingFeatureBuilder;
import com.sun.xml.ws.rx.rm.api.RmProtocolVersion;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.AddressingFeature;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The program of the peer, a loop over the commands on its standard input, which ends with it:
 *
 * <ul>
 *   <li>{@code serve ADDRESS OPTION...} starts a service and prints {@code ready}; the service prints {@code delivered ORDER} for
 *       each delivery.
 *   <li>{@code connect ADDRESS OPTION...} makes a client, which the commands that follow concern, and prints {@code ready}.
 *   <li>{@code put ORDER} and {@code price ORDER} call the service and print {@code returned ORDER}, a tab and the answer, or
 *       {@code failed ORDER}, a tab and the reason.
 *   <li>{@code close} ends the sequence of the client and prints {@code closed}, a tab and the failure, if any.
 * </ul>
 *
 * <p>Options are {@code rm10} and {@code soap12}, for WS-RM 1.0 instead of 1.1 and SOAP 1.2 instead of 1.1.
 */
public final class MetroPeer {
    private @Nullable Orders orders;
    private int services;

    private MetroPeer() {}

    /**
     * Runs the peer.
     *
     * @param arguments none
     * @throws IOException if the standard input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        MetroPeer peer = new MetroPeer();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            peer.run(List.of(line.split(" ")));
        }
        System.exit(0);
    }

    private void run(List<String> command) throws IOException {
        switch (command.get(0)) {
            case "serve" -> serve(command.get(1), command);
            case "connect" -> connect(command.get(1), command);
            case "close" -> close();
            default -> call(command.get(0), command.get(1));
        }
    }

    private void serve(String address, List<String> options) {
        Endpoint endpoint = Endpoint.create(
                null, options.contains("soap12") ? new OrdersService.Soap12() : new OrdersService(), features(options));
        // Metro has one management bean per name.
        services++;
        endpoint.setProperties(Map.of(
                Endpoint.WSDL_SERVICE, new QName(Orders.NAMESPACE, "OrdersService" + services),
                Endpoint.WSDL_PORT, new QName(Orders.NAMESPACE, "OrdersPort")));
        endpoint.publish(address);
        System.out.println("ready");
    }

    private static WebServiceFeature[] features(List<String> options) {
        List<WebServiceFeature> features = new ArrayList<>();
        features.add(new AddressingFeature(true, true));
        RmProtocolVersion version =
                options.contains("rm10") ? RmProtocolVersion.WSRM200502 : RmProtocolVersion.WSRM200702;
        features.add(new ReliableMessagingFeatureBuilder(version)
                .deliveryAssurance(ReliableMessagingFeature.DeliveryAssurance.EXACTLY_ONCE)
                .build());
        return features.toArray(WebServiceFeature[]::new);
    }

    private void connect(String address, List<String> options) throws IOException {
        Service service =
                Service.create(URI.create(address + "?wsdl").toURL(), new QName(Orders.NAMESPACE, "OrdersService"));
        Orders port = service.getPort(Orders.class, features(options));
        // The description may name the address behind a proxy.
        ((BindingProvider) port).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
        orders = port;
        System.out.println("ready");
    }

    private void call(String operation, String order) {
        Orders port = Objects.requireNonNull(orders, "not connected");
        try {
            if (operation.equals("put")) {
                port.put(order);
                System.out.println("returned " + order + "\t");
            } else {
                System.out.println("returned " + order + "\t" + port.price(order));
            }
        } catch (WebServiceException e) {
            System.out.println("failed " + order + "\t" + oneLine(e));
        }
    }

    private void close() throws IOException {
        String failure = "";
        try {
            ((Closeable) Objects.requireNonNull(orders, "not connected")).close();
        } catch (WebServiceException e) {
            failure = oneLine(e);
        }
        System.out.println("closed\t" + failure);
    }

    private static String oneLine(Exception e) {
        return e.toString().replaceAll("\\s+", " ");
    }
}
