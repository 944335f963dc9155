package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.log.Logs;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.cxf.helpers.IOUtils;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.ContextJAXBUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.addressing.ObjectFactory;
import org.apache.cxf.ws.addressing.VersionTransformer.Names200408;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Conversions between CXF's values and columns. */
final class Messages {
    private static final Logger LOG = Logs.of(Messages.class);
    private static final String ANONYMOUS = Names.WSA_ANONYMOUS_ADDRESS;
    private static final String ANONYMOUS_2004 = Names200408.WSA_ANONYMOUS_ADDRESS;

    /** The length of the column of a reference; a SQL cast truncates longer text. */
    private static final int LONGEST_REFERENCE = 16_000;

    /** A condition on a row of outgoing messages: the message goes back on the connection of its request. */
    static final String IS_ANSWER = "send_to IN ('" + ANONYMOUS + "', '" + ANONYMOUS_2004 + "')";

    private Messages() {}

    /** Returns whether a message goes back on the connection of its request, so that it cannot be sent again. */
    static boolean isAnswer(RMMessage message) {
        return ANONYMOUS.equals(message.getTo()) || ANONYMOUS_2004.equals(message.getTo());
    }

    /** Reads the row of a sequence. If it has a value that cannot be read, the exception names the sequence. */
    static <T> T sequence(ResultSet row, Database.Reader<T> reader) throws SQLException, IOException {
        try {
            return reader.read(row);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("sequence " + row.getString("identifier") + ", " + e.getMessage(), e);
        }
    }

    static Identifier identifier(String value) {
        Identifier identifier = new Identifier();
        identifier.setValue(value);
        return identifier;
    }

    static @Nullable String value(@Nullable Identifier identifier) {
        return identifier == null ? null : identifier.getValue();
    }

    /** Returns the namespaces of WS-RM and WS-Addressing. */
    static String protocol(ProtocolVariation protocol) {
        return protocol.getCodec().getWSRMNamespace() + " "
                + protocol.getCodec().getWSANamespace();
    }

    static ProtocolVariation protocol(String namespaces) {
        int space = namespaces.indexOf(' ');
        ProtocolVariation protocol = space < 0
                ? null
                : ProtocolVariation.findVariant(namespaces.substring(0, space), namespaces.substring(space + 1));
        if (protocol == null) {
            throw new IllegalArgumentException("unknown protocol " + namespaces);
        }
        return protocol;
    }

    /** Returns the endpoint reference of acknowledgements as XML; null if its address says all. Too long a text is rejected. */
    static @Nullable String reference(EndpointReferenceType acksTo) {
        if (acksTo.getReferenceParameters() == null) {
            return null;
        }
        StringWriter xml = new StringWriter();
        try {
            Marshaller marshaller = ContextJAXBUtils.getJAXBContext().createMarshaller();
            marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
            marshaller.marshal(new ObjectFactory().createEndpointReference(acksTo), xml);
        } catch (JAXBException e) {
            throw new IllegalStateException("AcksTo cannot be written", e);
        }
        if (xml.getBuffer().length() > LONGEST_REFERENCE) {
            throw new IllegalArgumentException("AcksTo has more than " + LONGEST_REFERENCE + " characters");
        }
        return xml.toString();
    }

    /** Returns the endpoint reference of acknowledgements, from its address if there is no XML. */
    static EndpointReferenceType reference(String address, @Nullable String xml) {
        if (xml == null) {
            return RMUtils.createReference(address);
        }
        try {
            return ContextJAXBUtils.getJAXBContext()
                    .createUnmarshaller()
                    .unmarshal(StaxUtils.createXMLStreamReader(new StringReader(xml)), EndpointReferenceType.class)
                    .getValue();
        } catch (JAXBException e) {
            throw new IllegalArgumentException("acks_to_reference cannot be read", e);
        }
    }

    static Object content(RMMessage message) {
        CachedOutputStream content = message.getContent();
        return content == null ? new byte[0] : content;
    }

    /** Releases the content of a message that was made for the store. */
    static void release(RMMessage message) {
        try {
            if (message.getContent() != null) {
                message.getContent().close();
            }
        } catch (IOException e) {
            LOG.debug("Closing the content of a stored message failed", e);
        }
    }

    /** Reads the columns that messages of both directions have. */
    static void read(ResultSet row, RMMessage message) throws SQLException, IOException {
        message.setMessageNumber(row.getLong("message_number"));
        message.setCreatedTime(row.getLong("created_millis"));
        message.setContentType(row.getString("content_type"));
        CachedOutputStream content = new CachedOutputStream();
        try (InputStream in = row.getBinaryStream("content")) {
            IOUtils.copy(in, content);
        }
        content.flush();
        message.setContent(content);
    }
}
