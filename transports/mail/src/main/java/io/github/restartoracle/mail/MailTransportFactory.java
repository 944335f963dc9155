package io.github.restartoracle.mail;

import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailAddressException;
import io.github.restartoracle.mail.internal.message.DecoupledFlags;
import io.github.restartoracle.mail.internal.receive.MailDestination;
import io.github.restartoracle.mail.internal.receive.NamedAddressGuard;
import io.github.restartoracle.mail.internal.send.AnswerGuard;
import io.github.restartoracle.mail.internal.send.MailConduit;
import io.github.restartoracle.mail.internal.send.Outbox;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.cxf.Bus;
import org.apache.cxf.common.injection.NoJSR250Annotations;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.AbstractTransportFactory;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.ConduitInitiator;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.DestinationFactory;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.jspecify.annotations.Nullable;

/**
 * The CXF transport of {@code mailto:} addresses. CXF finds it in {@code META-INF/cxf/bus-extensions.txt} and loads it with
 * the first such address. Thread-safe.
 */
@NoJSR250Annotations
public final class MailTransportFactory extends AbstractTransportFactory
        implements ConduitInitiator, DestinationFactory {
    /** The transport's identifier. */
    public static final String TRANSPORT_ID = "urn:io.github.restartoracle:transport:mail";

    /** The transport's identifiers; CXF reads this field by reflection. */
    public static final List<String> DEFAULT_NAMESPACES = List.of(TRANSPORT_ID);

    /**
     * {@code mailto:} in every mixture of cases, because CXF compares prefixes case-sensitively and its guard does not; CXF
     * reads this field by reflection.
     */
    public static final Set<String> DEFAULT_URIS = everyCase(MailAddress.SCHEME);

    private final Map<MailAddress, MailDestination> destinations = new HashMap<>();
    private final DecoupledFlags flags = new DecoupledFlags();
    private boolean watching;

    /** Creates the factory; called by CXF. */
    public MailTransportFactory() {
        super(DEFAULT_NAMESPACES);
    }

    private static Set<String> everyCase(String scheme) {
        Set<String> cases = new LinkedHashSet<>(Set.of(""));
        for (int i = 0; i < scheme.length(); i++) {
            String next = scheme.substring(i, i + 1);
            Set<String> longer = new LinkedHashSet<>();
            for (String head : cases) {
                longer.add(head + next);
                longer.add(head + next.toUpperCase(Locale.ROOT));
            }
            cases = longer;
        }
        return Set.copyOf(cases);
    }

    @Override
    public Set<String> getUriPrefixes() {
        return DEFAULT_URIS;
    }

    /**
     * Returns the destination of an address. It refuses to receive while no account has the address.
     *
     * @throws IOException if the address is not usable
     */
    @Override
    public Destination getDestination(EndpointInfo endpoint, Bus bus) throws IOException {
        MailAddress address = addressOf(endpoint.getAddress());
        watch(endpoint, bus);
        synchronized (destinations) {
            return destinations.computeIfAbsent(
                    address,
                    key -> new MailDestination(
                            bus, endpoint, author -> Outbox.of(bus).heard(author), () -> forget(key)));
        }
    }

    private synchronized void watch(EndpointInfo endpoint, Bus bus) {
        if (!watching) {
            watching = true;
            flags.watch(bus);
            AnswerGuard answers = new AnswerGuard(MailAccounts.of(bus));
            bus.getInInterceptors().add(new NamedAddressGuard());
            bus.getOutInterceptors().add(answers);
            bus.getOutFaultInterceptors().add(answers);
        }
        if (MailDestination.isOfClient(endpoint)) {
            flags.check("The client that receives at " + endpoint.getAddress(), true);
        }
    }

    private void forget(MailAddress address) {
        synchronized (destinations) {
            destinations.remove(address);
        }
    }

    @Override
    public Conduit getConduit(EndpointInfo endpoint, Bus bus) throws IOException {
        return getConduit(endpoint, null, bus);
    }

    @Override
    public Conduit getConduit(EndpointInfo endpoint, @Nullable EndpointReferenceType target, Bus bus)
            throws IOException {
        return new MailConduit(Outbox.of(bus), flags, endpoint, target);
    }

    private static MailAddress addressOf(@Nullable String uri) throws IOException {
        try {
            return MailAddress.ofUri(uri == null ? "" : uri);
        } catch (MailAddressException unusable) {
            throw new IOException(unusable.getMessage(), unusable);
        }
    }
}
