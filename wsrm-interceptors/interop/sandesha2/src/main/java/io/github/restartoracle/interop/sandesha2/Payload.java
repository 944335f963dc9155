package io.github.restartoracle.interop.sandesha2;

import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axiom.om.OMNamespace;

/** The bodies of the messages of the service: an element of the operation with one text in it. */
final class Payload {
    static final String NAMESPACE = "urn:test:orders";

    private Payload() {}

    static OMElement of(String operation, String part, String text) {
        OMFactory factory = OMAbstractFactory.getOMFactory();
        OMNamespace namespace = factory.createOMNamespace(NAMESPACE, "o");
        OMElement element = factory.createOMElement(operation, namespace);
        // Parts are unqualified, as JAX-WS has them.
        OMElement content = factory.createOMElement(part, null);
        content.setText(text);
        element.addChild(content);
        return element;
    }

    static String text(OMElement element) {
        return element.getFirstElement().getText();
    }
}
