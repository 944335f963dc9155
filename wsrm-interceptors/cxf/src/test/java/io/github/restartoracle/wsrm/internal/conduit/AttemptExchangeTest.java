package io.github.restartoracle.wsrm.internal.conduit;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.junit.jupiter.api.Test;

class AttemptExchangeTest {
    private final ExchangeImpl caller = new ExchangeImpl();
    private final AttemptExchange attempt = AttemptExchange.of(caller);
    private final Message acceptance = new MessageImpl();
    private final Message answer = new MessageImpl();

    @Test
    void shouldHandOverTheAnswerAndNotTheAcceptanceThatComesMeanwhile() throws InterruptedException {
        synchronized (attempt) {
            attempt.put(ClientImpl.FINISHED, true);
            // As CXF does it when it begins to read.
            Thread other = new Thread(() -> attempt.setInMessage(acceptance));
            other.start();
            other.join();
            assertThat(AttemptExchange.isAnswered(caller)).isFalse();

            attempt.setInMessage(answer);
        }

        assertThat(AttemptExchange.isAnswered(caller)).isTrue();
        assertThat(caller.getInMessage()).isSameAs(answer);
    }
}
