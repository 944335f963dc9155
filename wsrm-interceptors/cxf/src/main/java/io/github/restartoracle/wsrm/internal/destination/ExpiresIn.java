package io.github.restartoracle.wsrm.internal.destination;

import java.time.Duration;
import java.util.Calendar;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.v200702.CreateSequenceType;
import org.apache.cxf.ws.rm.v200702.Expires;
import org.apache.cxf.ws.rm.v200702.OfferType;
import org.jspecify.annotations.Nullable;

/**
 * Limits the lifetimes that a source asks for its sequence and for the one that it offers, which CXF grants without a
 * limit.
 *
 * <ul>
 *   <li>No lifetime of the sequence (PT0S stands for no end), a negative one, and one longer than our limit become our
 *       limit.
 *   <li>Such a lifetime of the offered sequence is left out: that sequence ends with the one that it is offered with, and
 *       answers must not outlive it.
 * </ul>
 *
 * <p>Thread-safe.
 */
final class ExpiresIn extends AbstractPhaseInterceptor<Message> {
    private static final DatatypeFactory TYPES = types();
    private static final String GRANTED = ExpiresIn.class.getName();

    private final Supplier<Duration> longest;

    ExpiresIn(Supplier<Duration> longest) {
        super(Phase.PRE_INVOKE);
        this.longest = longest;
    }

    private static DatatypeFactory types() {
        try {
            return DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the lifetime of the sequence that a message creates; null if it asks for none. */
    static @Nullable Duration granted(Message message) {
        return (Duration) message.get(GRANTED);
    }

    @Override
    public void handleMessage(Message message) {
        List<?> parameters = message.getContent(List.class);
        if (parameters == null || MessageUtils.isRequestor(message) || !SequenceAdmission.isCreation(message)) {
            return;
        }
        for (Object parameter : parameters) {
            if (parameter instanceof CreateSequenceType create) {
                sequence(message, create.getExpires(), Expires::getValue, Expires::setValue);
                offer(create.getOffer(), OfferType::getExpires, Expires::getValue, offer -> offer.setExpires(null));
            } else if (parameter instanceof org.apache.cxf.ws.rm.v200502.CreateSequenceType create) {
                sequence(
                        message,
                        create.getExpires(),
                        org.apache.cxf.ws.rm.v200502.Expires::getValue,
                        org.apache.cxf.ws.rm.v200502.Expires::setValue);
                offer(
                        create.getOffer(),
                        org.apache.cxf.ws.rm.v200502.OfferType::getExpires,
                        org.apache.cxf.ws.rm.v200502.Expires::getValue,
                        offer -> offer.setExpires(null));
            } else if (parameter instanceof org.apache.cxf.ws.rm.v200502wsa15.CreateSequenceType create) {
                sequence(
                        message,
                        create.getExpires(),
                        org.apache.cxf.ws.rm.v200502wsa15.Expires::getValue,
                        org.apache.cxf.ws.rm.v200502wsa15.Expires::setValue);
                offer(
                        create.getOffer(),
                        org.apache.cxf.ws.rm.v200502wsa15.OfferType::getExpires,
                        org.apache.cxf.ws.rm.v200502wsa15.Expires::getValue,
                        offer -> offer.setExpires(null));
            }
        }
    }

    private <E> void sequence(
            Message message,
            @Nullable E expires,
            Function<E, javax.xml.datatype.Duration> value,
            BiConsumer<E, javax.xml.datatype.Duration> set) {
        if (expires == null) {
            return;
        }
        javax.xml.datatype.Duration asked = value.apply(expires);
        boolean cut = isAbsurd(asked);
        Duration granted = cut ? longest.get() : Duration.ofMillis(asked.getTimeInMillis(Calendar.getInstance()));
        if (cut) {
            set.accept(expires, TYPES.newDuration(granted.toString()));
        }
        message.put(GRANTED, granted);
    }

    private <O, E> void offer(
            @Nullable O offer,
            Function<O, @Nullable E> expires,
            Function<E, javax.xml.datatype.Duration> value,
            Consumer<O> leaveOut) {
        E asked = offer == null ? null : expires.apply(offer);
        if (offer != null && asked != null && isAbsurd(value.apply(asked))) {
            leaveOut.accept(offer);
        }
    }

    private boolean isAbsurd(javax.xml.datatype.@Nullable Duration asked) {
        if (asked == null || asked.getSign() <= 0) {
            return true;
        }
        Calendar now = Calendar.getInstance();
        Calendar then = (Calendar) now.clone();
        asked.addTo(then);
        // Beyond the range of a calendar, the time overflows.
        return then.before(now)
                || then.getTimeInMillis() - now.getTimeInMillis()
                        > longest.get().toMillis();
    }
}
