package io.github.restartoracle.interop.sandesha2;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAP12Constants;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.Options;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.transport.http.SimpleHTTPServer;
import org.apache.sandesha2.Sandesha2Constants;
import org.apache.sandesha2.client.SandeshaClient;
import org.apache.sandesha2.client.SandeshaClientConstants;
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
 * <p>Options of a client are {@code rm10} and {@code soap12}, for WS-RM 1.0 instead of 1.1 and SOAP 1.2 instead of 1.1, and
 * {@code listen=PORT} for acknowledgements and answers at a port of its own; without it, a client of WS-RM 1.1 polls with
 * MakeConnection. A service takes all versions. Its address has the path {@code /axis2/services/orders}.
 */
public final class SandeshaPeer {
    private static final String MODULE = "sandesha2";

    private @Nullable ServiceClient client;

    private SandeshaPeer() {}

    /**
     * Runs the peer.
     *
     * @param arguments none
     * @throws IOException if the standard input cannot be read, or Axis2 does not start
     */
    public static void main(String[] arguments) throws IOException {
        SandeshaPeer peer = new SandeshaPeer();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            peer.run(List.of(line.split(" ")));
        }
        System.exit(0);
    }

    private void run(List<String> command) throws IOException {
        switch (command.get(0)) {
            case "serve" -> serve(URI.create(command.get(1)));
            case "connect" -> connect(command.get(1), command);
            case "close" -> close();
            default -> call(command.get(0), command.get(1));
        }
    }

    private static ConfigurationContext context() throws AxisFault {
        ConfigurationContext context = ConfigurationContextFactory.createConfigurationContextFromFileSystem(null, null);
        context.getAxisConfiguration().engageModule(Constants.MODULE_ADDRESSING);
        return context;
    }

    private static void serve(URI address) throws IOException {
        ConfigurationContext context = context();
        OrdersService.deployOn(context.getAxisConfiguration())
                .engageModule(context.getAxisConfiguration().getModule(MODULE));
        new SimpleHTTPServer(context, address.getPort()).start();
        System.out.println("ready");
    }

    private void connect(String address, List<String> options) throws AxisFault {
        ConfigurationContext context = context();
        String port = options.stream()
                .filter(option -> option.startsWith("listen="))
                .map(option -> option.substring("listen=".length()))
                .findAny()
                .orElse("");
        if (!port.isEmpty()) {
            context.getAxisConfiguration()
                    .getTransportIn(Constants.TRANSPORT_HTTP)
                    .getParameter("port")
                    .setValue(port);
        }
        ServiceClient connected = new ServiceClient(context, null);
        connected.engageModule(MODULE);
        connected.setOptions(options(address, options, !port.isEmpty()));
        client = connected;
        System.out.println("ready");
    }

    private static Options options(String address, List<String> chosen, boolean listens) {
        Options options = new Options();
        options.setTo(new EndpointReference(address));
        if (chosen.contains("soap12")) {
            options.setSoapVersionURI(SOAP12Constants.SOAP_ENVELOPE_NAMESPACE_URI);
        }
        options.setProperty(
                SandeshaClientConstants.RM_SPEC_VERSION,
                chosen.contains("rm10")
                        ? Sandesha2Constants.SPEC_VERSIONS.v1_0
                        : Sandesha2Constants.SPEC_VERSIONS.v1_1);
        options.setTimeOutInMilliSeconds(60_000);
        if (chosen.contains("rm10") && !listens) {
            // Answers come in a sequence that the client offers; it has no other way to receive one.
            options.setProperty(SandeshaClientConstants.OFFERED_SEQUENCE_ID, "urn:uuid:" + UUID.randomUUID());
        }
        if (listens) {
            options.setUseSeparateListener(true);
            options.setTransportInProtocol(Constants.TRANSPORT_HTTP);
            options.setProperty(SandeshaClientConstants.USE_REPLY_TO_AS_ACKS_TO, Constants.VALUE_TRUE);
        }
        return options;
    }

    private void call(String operation, String order) {
        ServiceClient connected = Objects.requireNonNull(client, "not connected");
        connected.getOptions().setAction(Payload.NAMESPACE + ":" + operation);
        OMElement request = Payload.of(operation, "order", order);
        try {
            if (operation.equals("put")) {
                connected.fireAndForget(request);
                System.out.println("returned " + order + "\t");
            } else {
                System.out.println("returned " + order + "\t" + Payload.text(connected.sendReceive(request)));
            }
        } catch (AxisFault e) {
            System.out.println("failed " + order + "\t" + oneLine(e));
        }
    }

    private void close() {
        String failure = "";
        try {
            SandeshaClient.terminateSequence(Objects.requireNonNull(client, "not connected"));
        } catch (AxisFault e) {
            failure = oneLine(e);
        }
        System.out.println("closed\t" + failure);
    }

    private static String oneLine(Exception e) {
        return e.toString().replaceAll("\\s+", " ");
    }
}
