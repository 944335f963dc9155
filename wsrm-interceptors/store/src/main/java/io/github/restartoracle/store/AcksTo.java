package io.github.restartoracle.store;

import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.StringReader;
import java.io.StringWriter;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.ContextJAXBUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.ObjectFactory;
import org.apache.cxf.ws.rm.RMUtils;
import org.jspecify.annotations.Nullable;

/** The endpoint reference of acknowledgements, as it is kept: the address, and the whole if it has reference parameters. */
final class AcksTo {
    /** The length of the column; a SQL cast truncates longer text. */
    private static final int LONGEST = 16_000;

    private AcksTo() {}

    /**
     * Returns the whole reference as XML; null if its address says all.
     *
     * @throws IllegalArgumentException if it is too long to be kept
     */
    static @Nullable String whole(EndpointReferenceType reference) {
        if (reference.getReferenceParameters() == null) {
            return null;
        }
        StringWriter xml = new StringWriter();
        try {
            Marshaller marshaller = ContextJAXBUtils.getJAXBContext().createMarshaller();
            marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
            marshaller.marshal(new ObjectFactory().createEndpointReference(reference), xml);
        } catch (JAXBException e) {
            throw new IllegalStateException("AcksTo cannot be written", e);
        }
        if (xml.getBuffer().length() > LONGEST) {
            throw new IllegalArgumentException("AcksTo has more than " + LONGEST + " characters");
        }
        return xml.toString();
    }

    /**
     * Returns the reference.
     *
     * @throws IllegalArgumentException if the XML cannot be read
     */
    static EndpointReferenceType read(String address, @Nullable String whole) {
        if (whole == null) {
            return RMUtils.createReference(address);
        }
        try {
            return ContextJAXBUtils.getJAXBContext()
                    .createUnmarshaller()
                    .unmarshal(StaxUtils.createXMLStreamReader(new StringReader(whole)), EndpointReferenceType.class)
                    .getValue();
        } catch (JAXBException e) {
            throw new IllegalArgumentException("acks_to_reference cannot be read", e);
        }
    }
}
