package io.github.restartoracle.http;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import jakarta.jws.WebService;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.handler.WSHandlerConstants;

/** A source and a destination, one or both with a restart oracle, that use a feature of CXF beside WS-RM. */
final class FeaturePair implements AutoCloseable {
    /** The password, which must appear in no log. */
    static final String PASSWORD = "a-password-that-no-log-may-have";

    private static final int LARGE = 5 << 20;
    private static final CallbackHandler PASSWORDS = callbacks -> {
        for (var callback : callbacks) {
            ((WSPasswordCallback) callback).setPassword(PASSWORD);
        }
    };

    /** A feature. */
    enum Kind {
        MTOM,
        GZIP,
        MTOM_GZIP,
        USERNAME_TOKEN,
        SIGNATURE,
        LOGGING,
        /** Passwords are masked; an application that logs messages must configure this. */
        USERNAME_TOKEN_LOGGING,
        DECOUPLED_TWO_WAY;

        boolean isMtom() {
            return this == MTOM || this == MTOM_GZIP;
        }

        boolean isLogging() {
            return this == LOGGING || this == USERNAME_TOKEN_LOGGING;
        }

        boolean hasToken() {
            return this == USERNAME_TOKEN || this == USERNAME_TOKEN_LOGGING;
        }

        boolean isGzip() {
            return this == GZIP || this == MTOM_GZIP;
        }
    }

    /** Records the numbers of the calls. */
    @WebService(endpointInterface = "io.github.restartoracle.http.Documents", targetNamespace = "urn:documents")
    static final class Notes implements Documents {
        final List<Integer> delivered = new CopyOnWriteArrayList<>();

        @Override
        public void put(String text) {
            delivered.add(Integer.valueOf(text));
        }

        @Override
        public void upload(byte[] document) {
            if (document.length == LARGE) {
                delivered.add(ByteBuffer.wrap(document).getInt());
            }
        }

        @Override
        public String find(String text) {
            delivered.add(Integer.valueOf(text));
            return text;
        }
    }

    final int port = FreePort.next();
    private final Kind kind;
    private final boolean oursAtSource;
    private final boolean oursAtDestination;
    private final Path directory;
    private final Bus source;
    private final Documents client;
    private final Notes notes = new Notes();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> calls = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private Bus destination;

    FeaturePair(Kind kind, String ours, Path directory) throws IOException, InterruptedException {
        this.kind = kind;
        this.oursAtSource = !ours.equals("destination");
        this.oursAtDestination = !ours.equals("source");
        this.directory = directory;
        this.destination = service();
        this.source = bus(oursAtSource);
        this.client = client();
    }

    private Bus bus(boolean ours) {
        Bus bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        if (kind.isLogging()) {
            LoggingFeature logging = new LoggingFeature();
            logging.addSensitiveElementNames(Set.of("Password"));
            logging.initialize(bus);
        }
        if (ours) {
            RestartOracle.install(bus, Settings.of(Map.of("oracle", "canary")), TransmissionListener.NONE);
        }
        return bus;
    }

    private Bus service() throws IOException, InterruptedException {
        Bus bus = bus(oursAtDestination);
        if (kind.hasToken()) {
            bus.getInInterceptors()
                    .add(new WSS4JInInterceptor(Map.of(
                            WSHandlerConstants.ACTION,
                            WSHandlerConstants.USERNAME_TOKEN,
                            WSHandlerConstants.PW_CALLBACK_REF,
                            PASSWORDS)));
        } else if (kind == Kind.SIGNATURE) {
            bus.getInInterceptors().add(new WSS4JInInterceptor(signature()));
        }
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(bus);
        server.setServiceBean(notes);
        server.setAddress("http://127.0.0.1:" + port + "/documents");
        server.setProperties(Map.of(Message.MTOM_ENABLED, kind.isMtom()));
        if (kind.isGzip()) {
            server.getFeatures().add(new GZIPFeature());
        }
        server.create();
        return bus;
    }

    private Documents client() throws IOException, InterruptedException {
        if (kind.hasToken()) {
            source.getOutInterceptors()
                    .add(new WSS4JOutInterceptor(Map.of(
                            WSHandlerConstants.ACTION,
                            WSHandlerConstants.USERNAME_TOKEN,
                            WSHandlerConstants.USER,
                            "user",
                            WSHandlerConstants.PASSWORD_TYPE,
                            "PasswordText",
                            WSHandlerConstants.PW_CALLBACK_REF,
                            PASSWORDS)));
        } else if (kind == Kind.SIGNATURE) {
            source.getOutInterceptors().add(new WSS4JOutInterceptor(signature()));
        }
        JaxWsProxyFactoryBean proxy = new JaxWsProxyFactoryBean();
        proxy.setBus(source);
        proxy.setAddress("http://127.0.0.1:" + port + "/documents");
        proxy.setServiceClass(Documents.class);
        proxy.setProperties(Map.of(Message.MTOM_ENABLED, kind.isMtom()));
        if (kind.isGzip()) {
            GZIPFeature gzip = new GZIPFeature();
            gzip.setForce(true);
            proxy.getFeatures().add(gzip);
        }
        Bus former = BusFactory.getAndSetThreadDefaultBus(source);
        try {
            Documents documents = proxy.create(Documents.class);
            if (kind == Kind.DECOUPLED_TWO_WAY) {
                HTTPClientPolicy policy = new HTTPClientPolicy();
                policy.setDecoupledEndpoint("http://127.0.0.1:" + FreePort.next() + "/answers");
                ((HTTPConduit) ClientProxy.getClient(documents).getConduit()).setClient(policy);
            }
            return documents;
        } finally {
            BusFactory.setThreadDefaultBus(former);
        }
    }

    /** Returns the configuration of one key, which signs and is trusted. */
    private Map<String, Object> signature() throws IOException, InterruptedException {
        Path keys = directory.resolve("keys.p12");
        if (!Files.exists(keys)) {
            int exit = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "me",
                            "-keyalg",
                            "RSA",
                            "-dname",
                            "CN=me",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            keys.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IOException("keytool failed");
            }
        }
        Properties crypto = new Properties();
        String prefix = "org.apache.wss4j.crypto.";
        crypto.setProperty(prefix + "provider", "org.apache.wss4j.common.crypto.Merlin");
        crypto.setProperty(prefix + "merlin.keystore.type", "PKCS12");
        crypto.setProperty(prefix + "merlin.keystore.password", PASSWORD);
        crypto.setProperty(prefix + "merlin.keystore.alias", "me");
        crypto.setProperty(prefix + "merlin.keystore.file", keys.toString());
        Map<String, Object> properties = new HashMap<>();
        properties.put(WSHandlerConstants.ACTION, WSHandlerConstants.SIGNATURE);
        properties.put(WSHandlerConstants.SIG_PROP_REF_ID, "crypto");
        properties.put("crypto", crypto);
        properties.put(WSHandlerConstants.USER, "me");
        properties.put(WSHandlerConstants.PW_CALLBACK_REF, PASSWORDS);
        properties.put(WSHandlerConstants.SIG_KEY_ID, "DirectReference");
        return properties;
    }

    void call(int number) {
        if (kind == Kind.DECOUPLED_TWO_WAY) {
            client.find(String.valueOf(number));
        } else if (kind.isMtom()) {
            client.upload(ByteBuffer.allocate(LARGE).putInt(number).array());
        } else {
            client.put(String.valueOf(number));
        }
    }

    void callInBackground(int number) {
        calls.add(threads.submit(() -> {
            try {
                call(number);
            } catch (RuntimeException e) {
                failures.add(String.valueOf(e.getMessage()));
            }
        }));
    }

    /** Restarts the service without any state, as after the end of its process. */
    void restartService() throws IOException, InterruptedException {
        destination.shutdown(true);
        destination = service();
    }

    List<Integer> delivered() {
        return List.copyOf(notes.delivered);
    }

    /** Returns whether all calls have returned. */
    boolean answered() {
        return calls.stream().allMatch(Future::isDone);
    }

    List<String> failures() {
        return failures;
    }

    int givenUp() {
        RestartOracle oracle = RestartOracle.of(source);
        return oracle == null ? 0 : oracle.givenUp().size();
    }

    boolean isAcknowledged() {
        return source.getExtension(RMManager.class).getRetransmissionQueue().isEmpty();
    }

    @Override
    public void close() {
        ClientProxy.getClient(client).destroy();
        source.shutdown(true);
        destination.shutdown(true);
        threads.shutdownNow();
    }
}
