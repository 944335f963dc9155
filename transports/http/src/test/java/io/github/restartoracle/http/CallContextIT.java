package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls with credentials and an HTTP header of their own. */
class CallContextIT {
    private static final Duration SOON = Duration.ofSeconds(40);

    private final ReliableDocuments.Setup setup = new ReliableDocuments.Setup();

    /** The requests in order of arrival: the end of the action, the user and the tenant. */
    private final List<String> requests = new CopyOnWriteArrayList<>();

    private final class Arrivals extends AbstractPhaseInterceptor<Message> {
        Arrivals() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            Map<?, ?> headers = (Map<?, ?>) message.get(Message.PROTOCOL_HEADERS);
            String action = value(headers, "SOAPAction").replace("\"", "");
            String[] login = value(headers, "Authorization").split(" ", -1);
            String user = login.length < 2
                    ? "nobody"
                    : new String(Base64.getDecoder().decode(login[1]), StandardCharsets.UTF_8);
            requests.add(action.substring(action.lastIndexOf('/') + 1) + " " + user + " " + value(headers, "X-Tenant"));
        }

        private static String value(@Nullable Map<?, ?> headers, String name) {
            return headers != null && headers.get(name) instanceof List<?> values
                    ? String.valueOf(values.get(0))
                    : "none";
        }
    }

    private ReliableDocuments pair() throws IOException {
        ReliableDocuments pair = new ReliableDocuments(setup);
        pair.destination.getInInterceptors().add(new Arrivals());
        return pair;
    }

    private static void put(ReliableDocuments pair, String user) {
        Map<String, Object> context = context(pair);
        context.put(BindingProvider.USERNAME_PROPERTY, user);
        context.put(BindingProvider.PASSWORD_PROPERTY, "secret");
        context.put(Message.PROTOCOL_HEADERS, Map.of("X-Tenant", List.of("tenant of " + user)));
        pair.documents.put(user);
    }

    private static Map<String, Object> context(ReliableDocuments pair) {
        return ((BindingProvider) pair.documents).getRequestContext();
    }

    private static String of(String action, String user) {
        return action + " " + user + ":secret tenant of " + user;
    }

    @ParameterizedTest(name = "WS-RM 1.1: {0}, attempts that block: {1}")
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void shouldCreateASequenceWithTheContextOfItsFirstCallAndEndItWithThatOfItsLast(boolean rm11, boolean blocking)
            throws IOException {
        setup.rm11 = rm11;
        setup.blocking = blocking;
        try (ReliableDocuments pair = pair()) {
            put(pair, "ann");
            context(pair).put(RMManager.WSRM_LAST_MESSAGE_PROPERTY, true);
            put(pair, "bob");
            context(pair).remove(RMManager.WSRM_LAST_MESSAGE_PROPERTY);
            await().atMost(SOON).until(() -> requests.contains(of("TerminateSequence", "bob")));
            put(pair, "cid");
            await().atMost(SOON).until(pair::isDone);
        }
        assertThat(requests)
                .contains(of("CreateSequence", "ann"), of("CreateSequence", "cid"))
                // An end before the last acknowledgement begins with the first of them.
                .containsAnyOf(of(rm11 ? "CloseSequence" : "LastMessage", "cid"), of("TerminateSequence", "cid"))
                .noneMatch(request -> request.contains("nobody") || request.contains("none"));
    }

    /** CXF keeps the credentials of a client in one object, which the next call changes. */
    @Test
    void shouldRestartACallWithItsOwnCredentials() throws IOException {
        setup.lost = (message, attempt) -> message < 4 && attempt == 1;
        try (ReliableDocuments pair = pair()) {
            put(pair, "ann");
            put(pair, "bob");
            put(pair, "cid");
            put(pair, "dan");
            // What is acknowledged may still be on its way to the service.
            await().atMost(SOON).until(() -> pair.isDone() && pair.archive.texts.size() == 4);
            assertThat(pair.archive.texts).containsExactlyInAnyOrder("ann", "bob", "cid", "dan");
        }
        assertThat(requests)
                .filteredOn(request -> !request.contains("Sequence") && !request.contains("LastMessage"))
                .hasSize(4)
                .allMatch(request -> request.matches(".* (.*):secret tenant of \\1"));
        assertThat(requests).contains(of("CreateSequence", "ann"));
    }
}
