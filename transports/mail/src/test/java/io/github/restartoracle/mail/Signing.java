package io.github.restartoracle.mail;

import io.github.restartoracle.mail.internal.smtp.TestCertificates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.ws.security.wss4j.DefaultCryptoCoverageChecker;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.handler.WSHandlerConstants;

/** Settings of WSS4J for messages whose body and addresses are signed. */
public final class Signing {
    public static final CallbackHandler PASSWORDS = callbacks -> {
        for (var callback : callbacks) {
            ((WSPasswordCallback) callback).setPassword(TestCertificates.KEY_PASSWORD);
        }
    };
    private static final List<String> HEADERS =
            List.of("To", "Action", "MessageID", "ReplyTo", "FaultTo", "From", "RelatesTo");

    private Signing() {}

    /** Returns a key of its own; it trusts no other key. */
    public static Properties keys(Path directory, String name) throws IOException, InterruptedException {
        Properties crypto = new Properties();
        crypto.setProperty("org.apache.wss4j.crypto.provider", "org.apache.wss4j.common.crypto.Merlin");
        crypto.setProperty("org.apache.wss4j.crypto.merlin.keystore.type", "PKCS12");
        crypto.setProperty("org.apache.wss4j.crypto.merlin.keystore.password", TestCertificates.KEY_PASSWORD);
        crypto.setProperty("org.apache.wss4j.crypto.merlin.keystore.alias", name);
        crypto.setProperty(
                "org.apache.wss4j.crypto.merlin.keystore.file",
                TestCertificates.keys(directory, name).toString());
        return crypto;
    }

    public static Map<String, Object> demanded(Properties keys) {
        Map<String, Object> properties = new HashMap<>();
        properties.put(WSHandlerConstants.ACTION, WSHandlerConstants.SIGNATURE);
        properties.put(WSHandlerConstants.SIG_PROP_REF_ID, "keys");
        properties.put("keys", keys);
        return properties;
    }

    public static Map<String, Object> made(Properties keys) {
        Map<String, Object> properties = demanded(keys);
        properties.put(WSHandlerConstants.USER, keys.getProperty("org.apache.wss4j.crypto.merlin.keystore.alias"));
        properties.put(WSHandlerConstants.PW_CALLBACK_REF, PASSWORDS);
        properties.put(WSHandlerConstants.SIG_KEY_ID, "DirectReference");
        properties.put(WSHandlerConstants.SIGNATURE_PARTS, "{}{" + WSConstants.URI_SOAP11_ENV + "}Body");
        properties.put(
                WSHandlerConstants.OPTIONAL_SIGNATURE_PARTS,
                Stream.of("http://www.w3.org/2005/08/addressing", "http://schemas.xmlsoap.org/ws/2004/08/addressing")
                        .flatMap(namespace -> HEADERS.stream().map(name -> "{}{" + namespace + "}" + name))
                        .collect(Collectors.joining(";")));
        return properties;
    }

    /** Returns a checker without which a signature of any part would be accepted. */
    public static DefaultCryptoCoverageChecker coverage() {
        DefaultCryptoCoverageChecker coverage = new DefaultCryptoCoverageChecker();
        coverage.setSignTimestamp(false);
        coverage.setSignAddressingHeaders(true);
        return coverage;
    }
}
