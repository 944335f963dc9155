package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Outcome;
import io.github.restartoracle.wsrm.internal.recovery.RecoveredMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.headers.Header;
import org.apache.cxf.interceptor.AbstractInDatabindingInterceptor;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.FaultMode;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.phase.PhaseManager;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.RMCaptureInInterceptor;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMInInterceptor;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.persistence.PersistenceUtils;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;

/**
 * Delivers one message once: for the first time by the rest of the chain that accepted it, and again by a new chain, from the
 * phase in which the envelope is read. Thread-safe.
 */
final class DeliveryAttempts implements DeliveryQueue.Attempts {

    private final Bus bus;
    private final RMManager manager;

    DeliveryAttempts(Bus bus) {
        this.bus = bus;
        this.manager = bus.getExtension(RMManager.class);
    }

    @Override
    public boolean canRepeat(Content content) {
        return manager.getStore() instanceof ReceivingStore || (content.arrived() != null && content.isThere());
    }

    @Override
    public boolean run(DeliveryRun run) throws IOException {
        run.markHandedOver();
        Message arrived = run.content.arrived();
        if (arrived != null && run.content.hasChain()) {
            run.attach(arrived);
            return run(run, arrived, () -> arrived.getInterceptorChain().resume());
        }
        Message again = again(run);
        if (again == null) {
            run.mark(Outcome.Kind.DELIVERED);
            return false;
        }
        InterceptorChain chain = chain(again.getExchange());
        again.setInterceptorChain(chain);
        return run(run, again, () -> chain.doIntercept(again));
    }

    private static boolean run(DeliveryRun run, Message current, Runnable chain) {
        boolean suspended = false;
        try {
            chain.run();
        } catch (SuspendedInvocationException e) {
            suspended = run.suspend();
        } finally {
            run.failed(current.getContent(Exception.class));
            if (!suspended) {
                DeliveryScope.end(current);
                if (run.content.arrived() == null) {
                    Input.free(current);
                }
            }
        }
        return suspended;
    }

    @Override
    public void note(Content content) {
        if (manager.getStore() != null) {
            manager.getStore().removeMessages(content.sequence.getIdentifier(), List.of(content.number), false);
        }
    }

    @Override
    public boolean giveUp(Content content, @Nullable String reason) {
        if (manager.getStore() instanceof ReceivingStore store) {
            store.giveUp(content.sequence.getIdentifier(), content.number, reason);
            return true;
        }
        return false;
    }

    /**
     * Returns the message for a further attempt; null if it was delivered according to the store, which an attempt may not
     * have learnt.
     */
    private @Nullable Message again(DeliveryRun run) throws IOException {
        Message arrived = run.content.arrived();
        Message raw;
        if (manager.getStore() instanceof ReceivingStore store) {
            AcceptedMessage kept = read(store, run);
            if (kept == null) {
                return null;
            }
            raw = arrived == null ? fresh(run.content, kept) : copy(arrived);
        } else {
            raw = copy(Objects.requireNonNull(arrived));
        }
        Exchange exchange = raw.getExchange();
        CachedOutputStream saved = (CachedOutputStream) raw.get(RMMessageConstants.SAVED_CONTENT);
        if (saved == null) {
            throw new IOException("the content of message " + run.content.number + " is gone");
        }
        raw.setContent(InputStream.class, saved.getInputStream());
        // CXF saves an envelope as UTF-8, however it came.
        raw.put(Message.ENCODING, StandardCharsets.UTF_8.name());
        Message typed = exchange.getBinding().createMessage(raw);
        exchange.setInMessage(typed);
        run.attach(typed);
        return typed;
    }

    private static @Nullable AcceptedMessage read(ReceivingStore store, DeliveryRun run) {
        try {
            return store.undelivered(run.content.sequence.getIdentifier(), run.content.number);
        } catch (RuntimeException e) {
            run.mark(Outcome.Kind.UNTRIED);
            throw e;
        }
    }

    private static Message copy(Message arrived) {
        Message copy = new MessageImpl();
        copy.putAll(arrived);
        // They belong to the former attempt, and to the transport.
        copy.remove(Header.HEADER_LIST);
        copy.remove(FaultMode.class.getName());
        copy.setAttachments(arrived.getAttachments());
        Exchange exchange = arrived.getExchange();
        exchange.setOutMessage(null);
        exchange.setOutFaultMessage(null);
        exchange.setInFaultMessage(null);
        exchange.put(Exception.class, null);
        copy.setExchange(exchange);
        return copy;
    }

    private Message fresh(Content content, AcceptedMessage kept) throws IOException {
        RMEndpoint reliable = CxfSequence.destination(content.sequence).getReliableEndpoint();
        Message message = RecoveredMessage.described(bus, reliable.getApplicationEndpoint(), reliable.getConduit());
        SequenceType header = new SequenceType();
        header.setIdentifier(content.sequence.getIdentifier());
        header.setMessageNumber(content.number);
        RMProperties properties = new RMProperties();
        properties.setSequence(header);
        properties.setCreatedTime(kept.getCreatedTime());
        RMContextUtils.storeRMProperties(message, properties, false);
        if (kept.getCaller() != null) {
            message.put(SecurityContext.class, AcceptedMessage.Caller.described(kept.getCaller()));
        }
        PersistenceUtils.decodeRMContent(kept, message);
        return message;
    }

    private InterceptorChain chain(Exchange exchange) {
        SortedSet<Phase> phases =
                new TreeSet<>(bus.getExtension(PhaseManager.class).getInPhases());
        while (!phases.first().getName().equals(Phase.POST_STREAM)) {
            phases.remove(phases.first());
        }
        Set<String> names = phases.stream().map(Phase::getName).collect(Collectors.toSet());
        Set<String> passed = phases.stream()
                .map(Phase::getName)
                .takeWhile(name -> !name.equals(Phase.PRE_LOGICAL))
                .collect(Collectors.toSet());
        PhaseInterceptorChain chain = new PhaseInterceptorChain(phases);
        Endpoint endpoint = exchange.getEndpoint();
        List<InterceptorProvider> providers =
                new ArrayList<>(List.of(endpoint, endpoint.getService(), endpoint.getBinding(), bus));
        if (endpoint.getService().getDataBinding() instanceof InterceptorProvider provider) {
            providers.add(provider);
        }
        for (InterceptorProvider provider : providers) {
            boolean reads = provider instanceof Binding || provider instanceof DataBinding;
            for (Interceptor<? extends Message> interceptor : provider.getInInterceptors()) {
                if (interceptor instanceof PhaseInterceptor<? extends Message> phased
                        && names.contains(phased.getPhase())
                        && !isOfArrival(interceptor)) {
                    chain.add(
                            phased instanceof AbstractInDatabindingInterceptor reading
                                    ? new TolerantIn.Reading(reading)
                                    : passed.contains(phased.getPhase()) && !reads
                                            ? new TolerantIn.Passed(phased)
                                            : phased);
                }
            }
        }
        return chain;
    }

    /** Returns whether an interceptor answers a request or accepts its message, which was done already. */
    private static boolean isOfArrival(Interceptor<?> interceptor) {
        return interceptor instanceof OneWayProcessorInterceptor
                || interceptor instanceof MAPAggregator
                || interceptor instanceof RMInInterceptor
                || interceptor instanceof RMCaptureInInterceptor;
    }
}
