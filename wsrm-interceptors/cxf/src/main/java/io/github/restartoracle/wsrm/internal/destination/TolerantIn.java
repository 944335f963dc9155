package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.attempt.Causes;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapInterceptor;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.helpers.LoadingByteArrayOutputStream;
import org.apache.cxf.interceptor.AbstractInDatabindingInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * An interceptor in the place of another, whose failure does not refuse a message in vain. Thread-safe if the other interceptor
 * is.
 */
abstract class TolerantIn extends AbstractSoapInterceptor {
    private static final Logger LOG = Logs.of(TolerantIn.class);
    private static final String KEY = TolerantIn.class.getName();

    final PhaseInterceptor<Message> other;

    @SuppressWarnings("unchecked") // a chain passes any message to any interceptor
    private TolerantIn(PhaseInterceptor<? extends Message> other) {
        super(other.getId(), other.getPhase());
        addAfter(other.getAfter());
        addBefore(other.getBefore());
        this.other = (PhaseInterceptor<Message>) other;
    }

    @Override
    public void handleFault(SoapMessage message) {
        other.handleFault(message);
    }

    /** Ends the delivery of a message that cannot be read. It is not repeated: the message stays as it is. */
    static ChainStep refuse() {
        return new ChainStep(KEY + ".Refuse", Phase.PRE_LOGICAL, message -> {
                    if (message.remove(KEY) instanceof RuntimeException unreadable) {
                        DeliveryRun run = DeliveryRun.in(message);
                        if (run != null) {
                            run.markFinal();
                        }
                        throw unreadable;
                    }
                })
                .after(DeliverIn.class.getName());
    }

    /**
     * An interceptor that reads the body of a message. A failure of a message with a number is kept until the message is
     * accepted and its turn has come, and is then the end of its delivery. CXF would not accept the message, which its source
     * would send for ever, and in order no later one would be delivered.
     */
    static final class Reading extends TolerantIn {
        Reading(AbstractInDatabindingInterceptor reading) {
            super(reading);
        }

        @Override
        public void handleMessage(SoapMessage message) {
            try {
                other.handleMessage(message);
            } catch (RuntimeException failure) {
                if (RmHeaders.sequence(message, false) == null
                        || !RMContextUtils.isServerSide(message)
                        || isBroken(message, failure)) {
                    throw failure;
                }
                message.put(KEY, failure);
            }
        }

        /** Returns whether the envelope is broken, or a signature of it: it may then come again in a better state. */
        private static boolean isBroken(Message message, Throwable failure) {
            if (Causes.of(failure).stream()
                    .anyMatch(cause -> cause instanceof XMLStreamException || cause instanceof IOException)) {
                return true;
            }
            try {
                XMLStreamReader rest = message.getContent(XMLStreamReader.class);
                while (rest != null && rest.hasNext()) {
                    rest.next();
                }
                return false;
            } catch (XMLStreamException | RuntimeException broken) {
                return true;
            }
        }
    }

    /**
     * An interceptor that a message passed before it was accepted. It runs again for a further delivery, because it may prepare
     * the message for the service, but it cannot refuse the message any more: the credentials, the signatures and the transport
     * headers that it may check are not kept.
     */
    static final class Passed extends TolerantIn {
        Passed(PhaseInterceptor<? extends Message> passed) {
            super(passed);
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // another reader, not another content
        public void handleMessage(SoapMessage message) {
            Set<Interceptor<?>> former = streams() ? interceptors(message) : Set.of();
            XMLStreamReader unchecked = message.getContent(XMLStreamReader.class);
            try {
                other.handleMessage(message);
                XMLStreamReader checked = message.getContent(XMLStreamReader.class);
                if (streams() && checked != null && checked != unchecked) {
                    message.setContent(XMLStreamReader.class, readAhead(checked));
                }
            } catch (SuspendedInvocationException suspended) {
                throw suspended;
            } catch (XMLStreamException | IOException | RuntimeException refused) {
                if (streams() && message.getContent(XMLStreamReader.class) != unchecked) {
                    leaveUnchecked(message, former, refused);
                }
                LOG.info(
                        "{} cannot check an accepted message again, which is delivered: {}",
                        getId(),
                        refused.toString());
                LOG.debug("The failure of {}", getId(), refused);
            }
        }

        /** Returns whether the interceptor comes before the envelope is read, so that it can check it then. */
        private boolean streams() {
            return Phase.POST_STREAM.equals(getPhase());
        }

        private static Set<Interceptor<?>> interceptors(Message message) {
            Set<Interceptor<?>> all = Collections.newSetFromMap(new IdentityHashMap<>());
            message.getInterceptorChain().forEach(all::add);
            return all;
        }

        /** Reads what an interceptor checks, and perhaps decrypts, while it is read: the others would fail instead of it. */
        private static XMLStreamReader readAhead(XMLStreamReader checked) throws XMLStreamException, IOException {
            LoadingByteArrayOutputStream whole = new LoadingByteArrayOutputStream();
            XMLStreamWriter writer = StaxUtils.createXMLStreamWriter(whole, StandardCharsets.UTF_8.name());
            StaxUtils.copy(checked, writer);
            writer.flush();
            return StaxUtils.createXMLStreamReader(whole.createInputStream(), StandardCharsets.UTF_8.name());
        }

        /**
         * Undoes what an interceptor has done to check the message while it is read.
         *
         * @throws Fault if the message is encrypted, since only the interceptor can decrypt the message
         */
        private static void leaveUnchecked(Message message, Set<Interceptor<?>> former, Exception refused) {
            CachedOutputStream saved = (CachedOutputStream) message.get(RMMessageConstants.SAVED_CONTENT);
            if (saved == null || isEncrypted(saved)) {
                throw new Fault(refused);
            }
            for (Interceptor<?> interceptor : interceptors(message)) {
                if (!former.contains(interceptor)) {
                    message.getInterceptorChain().remove(interceptor);
                }
            }
            try {
                message.setContent(
                        XMLStreamReader.class,
                        StaxUtils.createXMLStreamReader(saved.getInputStream(), StandardCharsets.UTF_8.name()));
            } catch (IOException e) {
                throw new Fault(e);
            }
        }

        private static boolean isEncrypted(CachedOutputStream saved) {
            try (InputStream content = saved.getInputStream()) {
                return new String(content.readAllBytes(), StandardCharsets.UTF_8).contains("EncryptedData");
            } catch (IOException e) {
                throw new Fault(e);
            }
        }

        @Override
        public Set<URI> getRoles() {
            return (Object) other instanceof SoapInterceptor soap ? soap.getRoles() : Set.of();
        }

        @Override
        public Set<QName> getUnderstoodHeaders() {
            return (Object) other instanceof SoapInterceptor soap ? soap.getUnderstoodHeaders() : Set.of();
        }

        @Override
        public @Nullable Collection<PhaseInterceptor<? extends Message>> getAdditionalInterceptors() {
            return other.getAdditionalInterceptors();
        }
    }
}
