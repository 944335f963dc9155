package io.github.restartoracle.wsrm.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.junit.jupiter.api.Test;

class HandoverTest {
    private final ExchangeImpl callers = new ExchangeImpl();
    private final Message message = new MessageImpl();

    HandoverTest() {
        message.put("key", "value");
        message.setContent(List.class, List.of("argument"));
        callers.put("call", "1");
        callers.setOneWay(true);
        callers.setOutMessage(message);
    }

    @Test
    void shouldLeaveTheCallerACopyWhenTheMessageGoesOn() {
        Handover.part(message);
        message.put("later", "by another thread");
        message.setContent(String.class, "later");

        Message seen = callers.getOutMessage();
        assertThat(seen).isNotSameAs(message).containsOnlyKeys("key");
        assertThat(seen.getContent(String.class)).isNull();
        assertThat(seen.getExchange()).isSameAs(callers);
    }

    @Test
    void shouldGiveTheMessageAnExchangeOfItsOwnWhenItGoesOn() {
        Handover.part(message);

        assertThat(message.getExchange()).isNotSameAs(callers);
        assertThat(message.getExchange().getOutMessage()).isSameAs(message);
        assertThat(message.getExchange().isOneWay()).isTrue();
        assertThat(message.getExchange()).containsEntry("call", "1");
        assertThat(message).containsOnlyKeys("key");
        assertThat((Object) message.getContent(List.class)).isEqualTo(List.of("argument"));
    }
}
