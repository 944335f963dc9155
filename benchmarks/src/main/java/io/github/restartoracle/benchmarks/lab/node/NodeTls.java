package io.github.restartoracle.benchmarks.lab.node;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509TrustManager;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.jspecify.annotations.Nullable;

/** HTTPS between the two ends of an experiment. It is there for the handshakes; certificates are not checked. */
final class NodeTls {
    private static final String PASSWORD = "no-secret";
    private static final int KEYTOOL_MINUTES = 2;

    private NodeTls() {}

    /**
     * Creates the context of a server with a new key.
     *
     * @param failing tells at each handshake if it fails, as if the server had lost its certificate
     */
    static SSLContext server(BooleanSupplier failing) throws IOException, GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(newKey(), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                new KeyManager[] {new Sometimes((X509ExtendedKeyManager) managers.getKeyManagers()[0], failing)},
                null,
                null);
        return context;
    }

    /** Returns the parameters of a client that accepts any certificate. */
    static TLSClientParameters client() {
        TLSClientParameters parameters = new TLSClientParameters();
        parameters.setTrustManagers(new TrustManager[] {new Anybody()});
        parameters.setDisableCNCheck(true);
        return parameters;
    }

    private static KeyStore newKey() throws IOException, GeneralSecurityException {
        Path directory = Files.createTempDirectory("key");
        Path file = directory.resolve("key.p12");
        try {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "laboratory",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=laboratory",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            file.toString(),
                            "-storepass",
                            PASSWORD)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!keytool.waitFor(KEYTOOL_MINUTES, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
                throw new IOException("keytool has made no key");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                store.load(in, PASSWORD.toCharArray());
            }
            return store;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }

    /** A key manager that has no key while handshakes fail. */
    private static final class Sometimes extends X509ExtendedKeyManager {
        private final X509ExtendedKeyManager own;
        private final BooleanSupplier failing;

        Sometimes(X509ExtendedKeyManager own, BooleanSupplier failing) {
            this.own = own;
            this.failing = failing;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(String type, Principal @Nullable [] issuers, SSLEngine engine) {
            return failing.getAsBoolean() ? null : own.chooseEngineServerAlias(type, issuers, engine);
        }

        @Override
        public @Nullable String chooseServerAlias(String type, Principal @Nullable [] issuers, Socket socket) {
            return failing.getAsBoolean() ? null : own.chooseServerAlias(type, issuers, socket);
        }

        @Override
        public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
            return own.getServerAliases(type, issuers);
        }

        @Override
        public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
            return own.getClientAliases(type, issuers);
        }

        @Override
        public @Nullable String chooseClientAlias(String[] types, Principal @Nullable [] issuers, Socket socket) {
            return own.chooseClientAlias(types, issuers, socket);
        }

        @Override
        public X509Certificate @Nullable [] getCertificateChain(String alias) {
            return own.getCertificateChain(alias);
        }

        @Override
        public @Nullable PrivateKey getPrivateKey(String alias) {
            return own.getPrivateKey(alias);
        }
    }

    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // the server asks for no client certificate
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // accepts the only certificate that there is
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
