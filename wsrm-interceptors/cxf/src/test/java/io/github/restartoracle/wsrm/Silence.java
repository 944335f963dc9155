package io.github.restartoracle.wsrm;

import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** Breaks the connection of a request instead of answering it. */
final class Silence extends AbstractPhaseInterceptor<Message> {
    Silence() {
        super(Phase.SETUP);
    }

    @Override
    public void handleMessage(Message message) {
        if (!MessageUtils.isRequestor(message)) {
            throw new Fault(new IllegalStateException("on purpose"));
        }
    }
}
