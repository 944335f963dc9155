package io.github.restartoracle.mail.internal.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.junit.jupiter.api.Test;

class AwaitedResponsesTest {
    private final Bus bus = new ExtensionManagerBus();
    private final AwaitedResponses responses = new AwaitedResponses(bus);
    private final List<String> failures = new ArrayList<>();

    private TwoWayCall call() {
        Message request = new MessageImpl();
        request.setExchange(new ExchangeImpl());
        return new TwoWayCall(
                MailAddress.of("server@example.com"),
                null,
                request,
                message -> failures.add(message.getContent(Exception.class).getMessage()),
                MailPolicy.ofDefaults(),
                Outbox.of(bus));
    }

    private static String id(int number) {
        return String.format(Locale.ROOT, "%032x", number);
    }

    @Test
    void shouldKnowACallByTheIdentifierThatWeMade() {
        TwoWayCall call = call();
        responses.add(id(1), call);

        assertThat(responses.find("<" + id(1) + "@example.org>")).isSameAs(call);
        for (String foreign : List.of(
                "",
                id(1),
                id(1) + "@example.org",
                "<" + id(2) + "@example.org>",
                "<1@example.org>",
                "<@example.org>")) {
            assertThat(responses.find(foreign)).as(foreign).isNull();
        }
    }

    @Test
    void shouldForgetTheEldestAndTellItsCaller() {
        for (int i = 0; i <= AwaitedResponses.REMEMBERED; i++) {
            responses.add(id(i), call());
        }

        assertThat(failures).hasSize(1);
        assertThat(responses.find("<" + id(0) + "@example.org>")).isNull();
        assertThat(responses.find("<" + id(1) + "@example.org>")).isNotNull();
    }

    @Test
    void shouldTellNobodyTwice() {
        TwoWayCall call = call();
        call.fail(new IllegalStateException("first"));
        call.fail(new IllegalStateException("second"));
        TwoWayCall abandoned = call();
        abandoned.abandon();
        abandoned.fail(new IllegalStateException("third"));

        assertThat(failures).containsExactly("first");
    }
}
