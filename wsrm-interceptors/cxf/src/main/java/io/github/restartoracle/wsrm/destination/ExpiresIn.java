package io.github.restartoracle.wsrm.destination;

import java.time.Duration;
import java.util.Calendar;
import java.util.List;
import java.util.function.Supplier;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.v200702.CreateSequenceType;

/**
 * Cuts the lifetime that a source asks for its sequence, which CXF grants whatever it is: none (PT0S stands for no end), a negative
 * one, and one longer than ours become ours. Thread-safe.
 */
final class ExpiresIn extends AbstractPhaseInterceptor<Message> {
    private static final DatatypeFactory TYPES = types();

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

    @Override
    public void handleMessage(Message message) {
        List<?> parameters = message.getContent(List.class);
        if (parameters == null || MessageUtils.isRequestor(message) || !SequenceAdmission.isCreation(message)) {
            return;
        }
        for (Object parameter : parameters) {
            if (parameter instanceof CreateSequenceType create && create.getExpires() != null) {
                create.getExpires().setValue(cut(create.getExpires().getValue()));
            } else if (parameter instanceof org.apache.cxf.ws.rm.v200502.CreateSequenceType create
                    && create.getExpires() != null) {
                create.getExpires().setValue(cut(create.getExpires().getValue()));
            } else if (parameter instanceof org.apache.cxf.ws.rm.v200502wsa15.CreateSequenceType create
                    && create.getExpires() != null) {
                create.getExpires().setValue(cut(create.getExpires().getValue()));
            }
        }
    }

    private javax.xml.datatype.Duration cut(javax.xml.datatype.Duration asked) {
        javax.xml.datatype.Duration ours = TYPES.newDuration(longest.get().toString());
        return asked == null || asked.getSign() <= 0 || isLonger(asked) ? ours : asked;
    }

    private boolean isLonger(javax.xml.datatype.Duration asked) {
        Calendar now = Calendar.getInstance();
        Calendar then = (Calendar) now.clone();
        asked.addTo(then);
        // Beyond the range of a calendar it wraps.
        return then.before(now)
                || then.getTimeInMillis() - now.getTimeInMillis()
                        > longest.get().toMillis();
    }
}
