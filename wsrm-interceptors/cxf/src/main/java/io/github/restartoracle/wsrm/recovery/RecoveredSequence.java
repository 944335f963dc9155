package io.github.restartoracle.wsrm.recovery;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Date;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/** A source sequence of an earlier life, which its endpoint goes on with; CXF does so when it recovers, in private methods. */
public final class RecoveredSequence {
    private static final Method CURRENT = method("getAssociatedSequence", Identifier.class);
    private static final Method SET_CURRENT = method("setCurrent", Identifier.class, SourceSequence.class);

    private RecoveredSequence() {}

    private static Method method(String name, Class<?>... parameters) {
        try {
            Method method = Source.class.getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException | RuntimeException e) {
            throw new IllegalStateException("this version of CXF has no method Source." + name, e);
        }
    }

    /** Fails when this version of CXF lacks one of the methods, rather than with the first sequence. */
    public static void require() {
        // Loading the class has found the methods.
    }

    /**
     * Adds a sequence to its endpoint, without storing it. If it can take more messages and the endpoint has no current
     * sequence, it becomes the current one; if it was offered, it is that for answers.
     *
     * @param source the source of the endpoint
     * @param sequence a sequence that the store has
     */
    @SuppressWarnings("JavaUtilDate") // CXF's type
    public static void goOn(Source source, SourceSequence sequence) {
        source.addSequence(sequence, false);
        boolean expired = sequence.getExpires() != null && new Date().after(sequence.getExpires());
        Identifier offering = sequence.getOfferingSequenceIdentifier();
        if (offering != null) {
            setCurrent(source, offering, sequence);
        } else if (current(source) == null && !expired && !sequence.isLastMessage()) {
            source.setCurrent(sequence);
        }
    }

    private static @Nullable Object current(Source source) {
        return invoke(CURRENT, source, (Object) null);
    }

    private static void setCurrent(Source source, Identifier offering, SourceSequence sequence) {
        invoke(SET_CURRENT, source, offering, sequence);
    }

    private static @Nullable Object invoke(Method method, Source source, @Nullable Object... arguments) {
        try {
            return method.invoke(source, arguments);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
