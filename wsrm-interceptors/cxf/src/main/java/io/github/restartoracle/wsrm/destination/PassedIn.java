package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.wsrm.log.Logs;
import java.net.URI;
import java.util.Collection;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapInterceptor;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * An interceptor that a message passed before it was accepted. It runs again for a further delivery, because it may prepare the
 * message for the service, but it cannot refuse the message any more: the credentials, the signatures and the transport
 * headers that it may check are not kept. Thread-safe if the other interceptor is.
 */
final class PassedIn extends AbstractSoapInterceptor {
    private static final Logger LOG = Logs.of(PassedIn.class);

    private final PhaseInterceptor<? extends Message> passed;

    PassedIn(PhaseInterceptor<? extends Message> passed) {
        super(passed.getId(), passed.getPhase());
        addAfter(passed.getAfter());
        addBefore(passed.getBefore());
        this.passed = passed;
    }

    @SuppressWarnings("unchecked") // a chain passes any message to any interceptor
    private Interceptor<Message> untyped() {
        return (Interceptor<Message>) passed;
    }

    @Override
    public void handleMessage(SoapMessage message) {
        try {
            untyped().handleMessage(message);
        } catch (SuspendedInvocationException suspended) {
            throw suspended;
        } catch (RuntimeException refused) {
            LOG.info("{} cannot check an accepted message again, which is delivered: {}", getId(), refused.toString());
            LOG.debug("The failure of {}", getId(), refused);
        }
    }

    @Override
    public void handleFault(SoapMessage message) {
        untyped().handleFault(message);
    }

    @Override
    public Set<URI> getRoles() {
        return passed instanceof SoapInterceptor soap ? soap.getRoles() : Set.of();
    }

    @Override
    public Set<QName> getUnderstoodHeaders() {
        return passed instanceof SoapInterceptor soap ? soap.getUnderstoodHeaders() : Set.of();
    }

    @Override
    public @Nullable Collection<PhaseInterceptor<? extends Message>> getAdditionalInterceptors() {
        return passed.getAdditionalInterceptors();
    }
}
