package io.github.restartoracle.store;

import java.net.URI;
import java.net.URISyntaxException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.ws.rm.RMUtils;

/**
 * The endpoint that a sequence belongs to, the same in every process and on every node. The service and port alone
 * are ambiguous: a client and an endpoint of one process may share them, and so may several clients.
 *
 * @param role client or server
 * @param endpoint CXF's identifier: service, port and bus
 * @param address of a client, the address that it sends to; of a server, its published URL if it has one, otherwise the address
 *     without host and port, which differ from node to node. Empty for any
 */
record EndpointKey(Role role, String endpoint, String address) {
    enum Role {
        CLIENT,
        SERVER
    }

    private static final int LONGEST_ADDRESS = 2048;

    static EndpointKey of(Endpoint endpoint, Role role, Bus bus) {
        EndpointInfo info = endpoint.getEndpointInfo();
        String address = info.getAddress() == null ? "" : info.getAddress();
        if (role == Role.SERVER) {
            Object published = info.getProperty("publishedEndpointUrl");
            address = published == null ? withoutAuthority(address) : published.toString();
        }
        return new EndpointKey(
                role,
                RMUtils.getEndpointIdentifier(endpoint, bus),
                address.length() <= LONGEST_ADDRESS ? address : address.substring(0, LONGEST_ADDRESS));
    }

    static EndpointKey read(ResultSet row) throws SQLException {
        return new EndpointKey(
                Role.valueOf(row.getString("endpoint_role")), row.getString("endpoint"), row.getString("address"));
    }

    private static String withoutAuthority(String address) {
        try {
            URI uri = new URI(address);
            return uri.isOpaque() || uri.getRawAuthority() == null
                    ? address
                    : uri.getScheme() + ":" + uri.getRawPath()
                            + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        } catch (URISyntaxException e) {
            return address;
        }
    }

    /** Returns whether an endpoint may have the sequences of this key. */
    boolean admits(EndpointKey opened) {
        return role == opened.role
                && endpoint.equals(opened.endpoint)
                && (address.isEmpty() || address.equals(opened.address));
    }
}
