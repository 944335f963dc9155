package io.github.restartoracle.store;

import java.io.IOException;
import java.io.InputStream;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.apache.cxf.helpers.IOUtils;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/** CXF's values in columns. */
final class Row {
    private Row() {}

    static Identifier identifier(String value) {
        Identifier identifier = new Identifier();
        identifier.setValue(value);
        return identifier;
    }

    /** The namespaces of WS-RM and WS-Addressing. */
    static String protocol(ProtocolVariation protocol) {
        return protocol.getCodec().getWSRMNamespace() + " "
                + protocol.getCodec().getWSANamespace();
    }

    static ProtocolVariation protocol(String namespaces) throws SQLException {
        int space = namespaces.indexOf(' ');
        ProtocolVariation protocol = space < 0
                ? null
                : ProtocolVariation.findVariant(namespaces.substring(0, space), namespaces.substring(space + 1));
        if (protocol == null) {
            throw new SQLException("a stored sequence has the unknown protocol " + namespaces);
        }
        return protocol;
    }

    static void setLong(PreparedStatement statement, int index, @Nullable Long value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, value);
        }
    }

    /** Executes a statement after its last parameter, the content of a message, was streamed into it. */
    static int executeWithContent(PreparedStatement statement, int index, @Nullable CachedOutputStream content)
            throws SQLException, IOException {
        if (content == null) {
            statement.setBytes(index, new byte[0]);
            return statement.executeUpdate();
        }
        try (InputStream in = content.getInputStream()) {
            statement.setBinaryStream(index, in, (int) content.size());
            return statement.executeUpdate();
        }
    }

    static RMMessage message(ResultSet row, @Nullable String to) throws SQLException, IOException {
        RMMessage message = new RMMessage();
        message.setMessageNumber(row.getLong("message_number"));
        message.setTo(to);
        message.setCreatedTime(row.getLong("created_millis"));
        message.setContentType(row.getString("content_type"));
        CachedOutputStream content = new CachedOutputStream();
        try (InputStream in = row.getBinaryStream("content")) {
            IOUtils.copy(in, content);
        }
        content.flush();
        message.setContent(content);
        return message;
    }
}
