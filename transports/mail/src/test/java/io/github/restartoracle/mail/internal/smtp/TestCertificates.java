package io.github.restartoracle.mail.internal.smtp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates made with the JDK's own tool. */
public final class TestCertificates {
    public static final String KEY_PASSWORD = "changeit";
    private static final char[] PASSWORD = KEY_PASSWORD.toCharArray();

    private TestCertificates() {}

    /** Creates a self-signed certificate, and returns a context that shows and trusts it. */
    public static SSLContext context(Path directory, String name, String host)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path file = directory.resolve(name + ".p12");
        keytool(file, name, "-genkeypair", "-keyalg", "EC", "-dname", "CN=" + host, "-ext", "san=dns:" + host);
        KeyStore store = load(file);
        return context(store.getKey(name, PASSWORD), store.getCertificate(name), store.getCertificate(name));
    }

    /** Creates a file with an RSA key and its certificate, both under the name, for WS-Security. */
    public static Path keys(Path directory, String name) throws IOException, InterruptedException {
        Path file = directory.resolve(name + ".p12");
        keytool(file, name, "-genkeypair", "-keyalg", "RSA", "-dname", "CN=" + name);
        return file;
    }

    /**
     * Creates a certificate of an authority that the context trusts; it expired days ago. A directly trusted one would never
     * expire.
     */
    static SSLContext expired(Path directory, String host)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path authority = directory.resolve("authority.p12");
        Path file = directory.resolve("expired.p12");
        String request = directory.resolve("request").toString();
        Path issued = directory.resolve("issued");
        keytool(authority, "ca", "-genkeypair", "-keyalg", "EC", "-dname", "CN=authority", "-ext", "bc:c");
        keytool(file, "old", "-genkeypair", "-keyalg", "EC", "-dname", "CN=" + host);
        keytool(file, "old", "-certreq", "-file", request);
        keytool(
                authority,
                "ca",
                "-gencert",
                "-infile",
                request,
                "-outfile",
                issued.toString(),
                "-ext",
                "san=dns:" + host,
                "-startdate",
                "-10d",
                "-validity",
                "5");
        try (InputStream in = Files.newInputStream(issued)) {
            Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
            return context(
                    load(file).getKey("old", PASSWORD),
                    certificate,
                    load(authority).getCertificate("ca"));
        }
    }

    private static void keytool(Path store, String alias, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                options[0],
                "-alias",
                alias,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD)));
        command.addAll(List.of(options).subList(1, options.length));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed: " + options[0]);
        }
    }

    private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    private static SSLContext context(Key key, Certificate shown, Certificate trusted)
            throws IOException, GeneralSecurityException {
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry("key", key, PASSWORD, new Certificate[] {shown});
        KeyStore authorities = KeyStore.getInstance("PKCS12");
        authorities.load(null, null);
        authorities.setCertificateEntry("trusted", trusted);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
