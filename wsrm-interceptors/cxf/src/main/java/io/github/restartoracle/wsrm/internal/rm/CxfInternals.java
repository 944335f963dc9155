package io.github.restartoracle.wsrm.internal.rm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.logging.Level;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.OperationInfo;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.Proxy;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Servant;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/**
 * State and methods of CXF's WS-RM that are private to it, and that it offers in no other way. {@link #require} detects a
 * version of CXF without one of them. Thread-safe.
 */
@SuppressWarnings("unchecked") // The types of CXF's private fields.
public final class CxfInternals {
    private static final Field DESTINATION = field(DestinationSequence.class, "destination");
    private static final Field HIGHEST_COMPLETED = field(DestinationSequence.class, "highNumberCompleted");
    private static final Field IN_PROCESS = field(DestinationSequence.class, "inProcessNumber");
    private static final Field LAST = field(DestinationSequence.class, "lastMessageNumber");
    private static final Field UNDELIVERED = field(DestinationSequence.class, "deliveringMessageNumbers");
    static final Field SENT = field(SourceSequence.class, "currentMessageNumber");
    static final Field ENDED = field(SourceSequence.class, "lastMessage");
    private static final Field OFFERED = field(Source.class, "current");
    private static final Field OFFERED_LOCK = field(Source.class, "sequenceCreationLock");
    private static final Class<?> TERMINATION = nested(DestinationSequence.class, "SequenceTermination");
    private static final Class<?> FALLBACK = nested(DestinationSequence.class, "ImmediateFallbackAcknowledgment");
    private static final Field REPLY_TO = field(RMEndpoint.class, "replyTo");
    private static final Field TIMER = field(RMManager.class, "timer");
    private static final Method ASSOCIATED = method(Source.class, "getCurrent", Identifier.class);
    private static final Method ASSOCIATE = method(Source.class, "setCurrent", Identifier.class, SourceSequence.class);
    private static final Method ACKNOWLEDGE =
            method(Destination.class, "ackImmediately", DestinationSequence.class, Message.class);
    static final Method SEND = method(
            Proxy.class,
            "invoke",
            OperationInfo.class,
            ProtocolVariation.class,
            Object[].class,
            Map.class,
            Exchange.class,
            Level.class);
    private static final Method ANSWERS_TO = method(Servant.class, "setUnattachedIdentifier", Identifier.class);
    static final Field SECURITY_CONTEXT = field(Proxy.class, "sequenceContext");
    static final Field OFFER = field(Proxy.class, "offeredIdentifier");

    private CxfInternals() {}

    private static Field field(Class<?> owner, String name) {
        try {
            return accessible(owner.getDeclaredField(name));
        } catch (NoSuchFieldException | RuntimeException e) {
            throw missing("field", owner, name, e);
        }
    }

    private static Method method(Class<?> owner, String name, Class<?>... parameters) {
        try {
            return accessible(owner.getDeclaredMethod(name, parameters));
        } catch (NoSuchMethodException | RuntimeException e) {
            throw missing("method", owner, name, e);
        }
    }

    private static Class<?> nested(Class<?> owner, String name) {
        for (Class<?> each : owner.getDeclaredClasses()) {
            if (each.getSimpleName().equals(name)) {
                return each;
            }
        }
        throw missing("class", owner, name, null);
    }

    private static <T extends AccessibleObject> T accessible(T member) {
        member.setAccessible(true);
        return member;
    }

    private static IllegalStateException missing(String kind, Class<?> owner, String name, @Nullable Exception cause) {
        return new IllegalStateException(
                "this version of CXF has no " + kind + " " + owner.getSimpleName() + "." + name, cause);
    }

    /**
     * Fails if this version of CXF lacks one of the members, or its modules are of different versions, so that this is found at
     * the start instead of with the first message.
     *
     * @throws ExceptionInInitializerError that names the member
     * @throws IllegalStateException that names the modules
     */
    public static void require() {
        // Loading the class has found the members.
        requireOneVersion(version("cxf-core"), version("cxf-rt-ws-rm"));
    }

    static void requireOneVersion(String core, String reliability) {
        if (!core.isEmpty() && !reliability.isEmpty() && !minor(core).equals(minor(reliability))) {
            throw new IllegalStateException("cxf-core " + core + " cannot be used with cxf-rt-ws-rm " + reliability
                    + ": import restart-oracle-bom before other BOMs, or declare all modules of CXF in one version");
        }
    }

    private static String minor(String version) {
        return version.replaceFirst("(\\d+\\.\\d+).*", "$1");
    }

    /** Returns the version of a module; empty if it is not in the class path in the form in which it is released. */
    private static String version(String module) {
        Properties released = new Properties();
        String name = "/META-INF/maven/org.apache.cxf/" + module + "/pom.properties";
        try (InputStream in = CxfInternals.class.getResourceAsStream(name)) {
            if (in != null) {
                released.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return released.getProperty("version", "");
    }

    private static Object get(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static void set(Field field, Object owner, @Nullable Object value) {
        try {
            field.set(owner, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static @Nullable Object invoke(Method method, Object owner, @Nullable Object... arguments) throws RMException {
        try {
            return method.invoke(owner, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RMException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return the destination of a sequence; null if it was not added to one} */
    public static @Nullable Destination destination(DestinationSequence sequence) {
        return (Destination) get(DESTINATION, sequence);
    }

    /** Notes the number of the last message of a sequence. */
    public static void setLast(DestinationSequence sequence, long number) {
        synchronized (sequence) {
            set(LAST, sequence, number);
        }
    }

    /**
     * Makes an endpoint forget the address for the answer to its first message, which CXF uses for messages of its own.
     *
     * @param replyTo the address; no effect if the endpoint has another
     */
    @SuppressWarnings("ReferenceEquality") // Two messages may name the same address.
    public static void forget(RMEndpoint endpoint, EndpointReferenceType replyTo) {
        if (get(REPLY_TO, endpoint) == replyTo) {
            set(REPLY_TO, endpoint, null);
        }
    }

    /** Lets a message pass CXF's own in-order wait when it is its turn. */
    public static void openFor(DestinationSequence sequence, long number) {
        synchronized (sequence) {
            set(HIGHEST_COMPLETED, sequence, number - 1);
            set(IN_PROCESS, sequence, 0L);
        }
    }

    /**
     * Lets CXF take a message for a copy of one that was processed. Unlike {@link #openFor}, this leaves a later message that
     * is being let through as it is.
     */
    public static void closeFor(DestinationSequence sequence, long number) {
        synchronized (sequence) {
            set(HIGHEST_COMPLETED, sequence, Math.max(number, (long) get(HIGHEST_COMPLETED, sequence)));
        }
    }

    /**
     * Returns the numbers of the messages for which CXF keeps a sequence that was terminated. CXF adds to its set without
     * its lock, so the set is replaced by one that locks itself.
     */
    public static Set<Long> undelivered(DestinationSequence sequence) {
        synchronized (sequence) {
            Set<Long> numbers = (Set<Long>) get(UNDELIVERED, sequence);
            if (numbers instanceof HashSet) {
                numbers = Collections.synchronizedSet(new HashSet<>(numbers));
                set(UNDELIVERED, sequence, numbers);
            }
            return numbers;
        }
    }

    /** Takes out the sequence for answers that was offered with a sequence; returns null if none was. */
    public static @Nullable SourceSequence takeOffered(Source source, Identifier offering) {
        Lock lock = (Lock) get(OFFERED_LOCK, source);
        lock.lock();
        try {
            return ((Map<String, SourceSequence>) get(OFFERED, source)).remove(offering.getValue());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the sequence for answers that was offered with a sequence.
     *
     * @param offering the identifier of the sequence that it was offered with; null for the sequence of calls
     * @return null if there is none
     */
    public static @Nullable SourceSequence associated(Source source, @Nullable Identifier offering) {
        try {
            return (SourceSequence) invoke(ASSOCIATED, source, offering);
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes a sequence the one for answers to another sequence. */
    public static void associate(Source source, Identifier offering, SourceSequence offered) {
        try {
            invoke(ASSOCIATE, source, offering, offered);
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Names the sequence to which the sequence that the next response creates has the answers; null for no sequence. */
    public static void answersTo(Servant servant, @Nullable Identifier sequence) throws RMException {
        invoke(ANSWERS_TO, servant, sequence);
    }

    /** Has a sequence acknowledged at once. */
    public static void acknowledge(DestinationSequence sequence, Message message) throws RMException {
        invoke(ACKNOWLEDGE, get(DESTINATION, sequence), sequence, message);
    }

    /** Makes a timer the timer of a bus, and returns the former one; null if there was none. */
    public static @Nullable Timer replaceTimer(RMManager manager, Timer timer) {
        return ((AtomicReference<@Nullable Timer>) get(TIMER, manager)).getAndSet(timer);
    }

    /** {@return the destination sequence of a task that CXF schedules; null if it is not a destination sequence's} */
    public static @Nullable DestinationSequence sequence(TimerTask task) {
        if (task.getClass().getEnclosingClass() != DestinationSequence.class) {
            return null;
        }
        for (Field field : task.getClass().getDeclaredFields()) {
            if (field.getType() == DestinationSequence.class) {
                return (DestinationSequence) get(accessible(field), task);
            }
        }
        return null;
    }

    /** Returns whether a task that CXF schedules ends an inactive destination sequence. */
    public static boolean isTermination(TimerTask task) {
        return TERMINATION.isInstance(task);
    }

    /**
     * Returns whether a task that CXF schedules acknowledges messages that came out of order, if no answer has done so
     * meanwhile.
     */
    public static boolean isFallbackAcknowledgement(TimerTask task) {
        return FALLBACK.isInstance(task);
    }
}
