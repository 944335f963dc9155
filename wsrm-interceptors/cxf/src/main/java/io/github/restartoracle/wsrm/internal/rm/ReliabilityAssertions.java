package io.github.restartoracle.wsrm.internal.rm;

import java.util.List;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.policy.AssertionBuilderRegistry;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.policy.RM12AssertionBuilder;
import org.apache.cxf.ws.rm.policy.WSRMP12PolicyLoader;
import org.apache.neethi.Assertion;
import org.apache.neethi.AssertionBuilderFactory;
import org.apache.neethi.Constants;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Reads the RMAssertion of a WS-Policy as CXF does, except for two cases:
 *
 * <ul>
 *   <li>Elements of vendors may stand beside the nested policy. CXF then ignores the nested policy.
 *   <li>The delivery assurance may have alternatives. CXF takes the weakest; the strongest satisfies them all.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class ReliabilityAssertions extends RM12AssertionBuilder {
    /** The assurances, the strongest first. */
    private static final List<QName> ASSURANCES = List.of(EXACTLYONCE_QNAME, ATLEASTONCE_QNAME, ATMOSTONCE_QNAME);

    private ReliabilityAssertions() {}

    /** Has the policies of a bus read in this way. */
    public static void installOn(Bus bus) {
        AssertionBuilderRegistry registry = bus.getExtension(AssertionBuilderRegistry.class);
        // The loader would register CXF's builder when the first policy is read.
        if (registry != null && bus.getExtension(WSRMP12PolicyLoader.class) != null) {
            registry.registerBuilder(new ReliabilityAssertions());
        }
    }

    @Override
    public QName[] getKnownElements() {
        return new QName[] {RM11Constants.WSRMP_RMASSERTION_QNAME};
    }

    @Override
    public Assertion build(Element assertion, AssertionBuilderFactory factory) {
        Element known = (Element) assertion.cloneNode(true);
        all(known.getChildNodes()).stream()
                .filter(child -> !Constants.isPolicyElement(child.getNamespaceURI(), child.getLocalName()))
                .forEach(known::removeChild);
        ASSURANCES.stream()
                .map(assurance -> named(known, assurance))
                .filter(alternatives -> !alternatives.isEmpty())
                .skip(1)
                .flatMap(List::stream)
                .forEach(weaker -> weaker.getParentNode().removeChild(weaker));
        return super.build(known, factory);
    }

    private static List<Node> named(Element parent, QName name) {
        return all(parent.getElementsByTagNameNS(name.getNamespaceURI(), name.getLocalPart()));
    }

    private static List<Node> all(NodeList nodes) {
        return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).toList();
    }
}
