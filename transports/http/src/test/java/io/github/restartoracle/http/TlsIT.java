package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManagerFactory;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.MessageTrustDecider;
import org.apache.cxf.transport.http.URLConnectionInfo;
import org.apache.cxf.transport.http.UntrustedURLConnectionIOException;
import org.apache.cxf.transport.https.HttpsURLConnectionInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsIT {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private static Path directory = Path.of("");

    private static KeyStore store = load(null);

    @BeforeAll
    static void makeCertificateForLocalhost() throws Exception {
        Path file = directory.resolve("localhost.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        store = load(file);
    }

    @Test
    void shouldEncryptAndKeepTheConnection() throws Exception {
        try (RawServer server = encrypted();
                HttpCaller caller = new HttpCaller("https://localhost:" + server.port() + "/service")) {
            caller.conduit().setTlsClientParameters(trusting());
            assertThat(end(caller.send("first"))).isEqualTo(Phase.ANSWERED);
            assertThat(end(caller.send("second"))).isEqualTo(Phase.ANSWERED);
            assertThat(server.requests()).hasSize(2);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void shouldSendNothingWhenTheCertificateIsNotTrusted() throws Exception {
        try (RawServer server = encrypted();
                HttpCaller caller = new HttpCaller("https://localhost:" + server.port() + "/service")) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(SSLException.class);
            assertThat(server.connectionsWithData()).isZero();
        }
    }

    @Test
    void shouldSendNothingWhenTheCertificateNamesAnotherHost() throws Exception {
        try (RawServer server = encrypted();
                HttpCaller caller = new HttpCaller("https://127.0.0.1:" + server.port() + "/service")) {
            caller.conduit().setTlsClientParameters(trusting());
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(SSLException.class).hasMessageContaining("127.0.0.1");
            assertThat(server.connectionsWithData()).isZero();
        }
    }

    @Test
    void shouldAskTheVerifierOfTheConduitThatSends() throws Exception {
        try (RawServer server = encrypted();
                HttpCaller caller = new HttpCaller("https://localhost:" + server.port() + "/service")) {
            TLSClientParameters pinning = trusting();
            pinning.setHostnameVerifier((host, session) -> false);
            caller.conduit().setTlsClientParameters(pinning);
            Attempt refused = caller.send("pinned");
            assertThat(end(refused)).isEqualTo(Phase.FAILED);
            assertThat(refused.cause()).isInstanceOf(SSLPeerUnverifiedException.class);
            assertThat(server.connectionsWithData()).isZero();

            TLSClientParameters lenient = trusting();
            lenient.setTrustManagers(pinning.getTrustManagers());
            lenient.setHostnameVerifier((host, session) -> true);
            caller.conduit().setTlsClientParameters(lenient);
            assertThat(end(caller.send("lenient"))).isEqualTo(Phase.ANSWERED);
            caller.conduit().setTlsClientParameters(pinning);
            assertThat(end(caller.send("pinned again"))).isEqualTo(Phase.FAILED);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void shouldNotCheckTheNameWhenToldNotTo() throws Exception {
        try (RawServer server = encrypted();
                HttpCaller caller = new HttpCaller("https://127.0.0.1:" + server.port() + "/service")) {
            TLSClientParameters parameters = trusting();
            parameters.setDisableCNCheck(true);
            caller.conduit().setTlsClientParameters(parameters);
            assertThat(end(caller.send("text"))).isEqualTo(Phase.ANSWERED);
        }
    }

    @Test
    void shouldSendNothingWhenTheTrustDeciderObjects() throws Exception {
        try (RawServer server = encrypted();
                HttpCaller caller = new HttpCaller("https://localhost:" + server.port() + "/service")) {
            caller.conduit().setTlsClientParameters(trusting());
            caller.conduit().setTrustDecider(new Objector());
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).hasMessageContaining("CN=localhost");
            assertThat(server.connectionsWithData()).isZero();
        }
    }

    @Test
    void shouldStillConnectWhileTheHandshakeHangs() throws Exception {
        CountDownLatch accepted = new CountDownLatch(1);
        try (RawServer server = new RawServer(connection -> {
                    accepted.countDown();
                    new CountDownLatch(1).await();
                });
                HttpCaller caller = new HttpCaller("https://localhost:" + server.port() + "/service")) {
            caller.policy().setConnectionTimeout(300);
            Attempt attempt = caller.send("text");
            accepted.await();
            assertThat(attempt.phase().mayHaveArrived()).isFalse();
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(SSLException.class).hasMessageContaining("timed out");
        }
    }

    private static RawServer encrypted() throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        ServerSocket socket =
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        RawServer server = new RawServer(socket, connection -> {
            while (connection.request() != null) {
                connection.send(RawServer.ACCEPTED);
            }
        });
        server.accept();
        return server;
    }

    private static TLSClientParameters trusting() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", store.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        TLSClientParameters parameters = new TLSClientParameters();
        parameters.setTrustManagers(trust.getTrustManagers());
        return parameters;
    }

    private static KeyStore load(@Nullable Path file) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            if (file == null) {
                store.load(null, null);
                return store;
            }
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, PASSWORD);
            }
            return store;
        } catch (Exception unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static Phase end(Attempt attempt) {
        await().until(() -> attempt.phase().ended());
        return attempt.phase();
    }

    /** Trusts no peer, and names the peer that it refused. */
    private static final class Objector extends MessageTrustDecider {
        @Override
        public void establishTrust(String conduitName, URLConnectionInfo info, Message message)
                throws UntrustedURLConnectionIOException {
            String peer = ((HttpsURLConnectionInfo) info).getPeerPrincipal().getName();
            throw new UntrustedURLConnectionIOException("seen " + peer + " at " + List.of(info.getURI()));
        }
    }
}
