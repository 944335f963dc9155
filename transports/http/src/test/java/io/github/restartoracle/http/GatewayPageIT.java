package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.RestartOracle;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.manager.AcksPolicyType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A gateway answers some transmissions in place of a service that acknowledges in answers with status 200. The patience with
 * messages that the service has answered outlasts the test.
 */
class GatewayPageIT {
    private static final Duration SOON = Duration.ofSeconds(40);

    private final AtomicInteger left = new AtomicInteger();
    private final ReliableDocuments.Setup setup = new ReliableDocuments.Setup();
    private String page = "200 html";

    GatewayPageIT() {
        setup.settings.clear();
        setup.settings.put("oracle", "canary");
        setup.settings.put("canary.patience", "10m");
        setup.pages = this::page;
    }

    private Gateway.@Nullable Page page(String request) {
        if (!request.contains("MessageNumber") || left.getAndUpdate(pages -> Math.max(0, pages - 1)) == 0) {
            return null;
        }
        int status = Integer.parseInt(page.substring(0, 3));
        Map<String, String> headers = status == 302 ? Map.of("Location", "/elsewhere") : Map.of();
        return switch (page.substring(3).strip()) {
            case "" -> new Gateway.Page(status, headers, "");
            case "html" -> new Gateway.Page(status, Map.of("Content-Type", "text/html"), "<html>back soon</html>");
            default -> new Gateway.Page(status, Map.of("Content-Type", "text/xml"), "<html>back soon</html>");
        };
    }

    private static List<String> texts(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toList();
    }

    private ReliableDocuments acknowledging() throws IOException {
        ReliableDocuments pair = new ReliableDocuments(setup);
        pair.documents.put("before");
        await().atMost(SOON).until(pair::isDone);
        return pair;
    }

    @ParameterizedTest(name = "{0}, attempts that block: {1}")
    @CsvSource({
        "200 html, false",
        "200 as xml, false",
        "202, false",
        "204, false",
        "302, false",
        "500 html, false",
        "200 html, true",
        "202, true"
    })
    void shouldSendAgainWhatAGatewayHasAnswered(String answer, boolean blocking) throws IOException {
        page = answer;
        setup.blocking = blocking;
        try (ReliableDocuments pair = acknowledging()) {
            left.set(8);
            List<String> texts = texts(20);
            texts.forEach(pair.documents::put);
            await().atMost(SOON).until(pair::isAcknowledged);
            assertThat(left).hasValue(0);
            assertThat(pair.archive.texts).contains("before").containsAll(texts).hasSize(21);
            assertThat(Objects.requireNonNull(RestartOracle.of(pair.source)).givenUp())
                    .isEmpty();
        }
    }

    /** Covers a source that does not know yet how its destination answers, and has more messages than tokens for copies. */
    @Test
    void shouldSendAgainWhatAGatewayHasAnsweredFromTheBeginning() throws IOException {
        page = "202";
        setup.settings.put("canary.patience", "2s");
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            left.set(30);
            List<String> texts = texts(40);
            texts.forEach(pair.documents::put);
            await().atMost(SOON).until(pair::isAcknowledged);
            assertThat(left).hasValue(0);
            assertThat(pair.archive.texts).containsExactlyInAnyOrderElementsOf(texts);
        }
    }

    @ParameterizedTest(name = "{0}, attempts that block: {1}")
    @CsvSource({
        "200 html, false",
        "200 as xml, false",
        "202, false",
        "204, false",
        "302, false",
        "500 html, false",
        "200 html, true",
        "202, true",
        "302, true"
    })
    void shouldLetACallerWaitForTheAnswerOfTheService(String answer, boolean blocking) throws IOException {
        page = answer;
        setup.blocking = blocking;
        try (ReliableDocuments pair = acknowledging()) {
            left.set(1);
            assertThat(pair.documents.find("a text")).isEqualTo("a text, found");
            assertThat(left).hasValue(0);
            assertThat(pair.archive.texts).containsExactly("before", "a text");
        }
    }

    /** Covers a service that answers a copy with 200 and no content, because it has taken the message before. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetACallerWaitWhenACopyIsAnsweredWithoutContent(boolean blocking) throws IOException {
        page = "200";
        setup.blocking = blocking;
        setup.settings.put("canary.patience", "1s");
        try (ReliableDocuments pair = acknowledging()) {
            left.set(1);
            assertThat(pair.documents.find("a text")).isEqualTo("a text, found");
            assertThat(left).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"202", "200 html"})
    void shouldNotTellACallbackOfAnAnswerThatIsNotTheServices(String answer) throws Exception {
        page = answer;
        try (ReliableDocuments pair = acknowledging()) {
            left.set(1);
            CompletableFuture<@Nullable Object> told = new CompletableFuture<>();
            Client client = ClientProxy.getClient(pair.documents);
            client.invoke(
                    new ClientCallback() {
                        @Override
                        public void handleResponse(@Nullable Map<String, Object> context, Object @Nullable [] results) {
                            told.complete(results == null ? null : results[0]);
                        }

                        @Override
                        public void handleException(@Nullable Map<String, Object> context, Throwable failure) {
                            told.completeExceptionally(failure);
                        }
                    },
                    "find",
                    "a text");
            assertThat(told.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo("a text, found");
        }
    }

    /** Covers deferred acknowledgements: a kept answer does not acknowledge messages accepted after the first copy. */
    @Test
    void shouldNotTakeAKeptAnswerForAnAcknowledgementOfNow() throws Exception {
        AtomicReference<URI> service = new AtomicReference<>();
        CountDownLatch cut = new CountDownLatch(1);
        AtomicInteger finds = new AtomicInteger();
        setup.rm11 = true;
        setup.pages = request -> {
            if (!request.contains(">wanted<") || finds.getAndIncrement() > 0) {
                return null;
            }
            passOn(request, Objects.requireNonNull(service.get()));
            await().until(() -> cut.getCount() == 0);
            throw new IllegalStateException("the connection is cut");
        };
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            service.set(URI.create("http://127.0.0.1:" + pair.port + "/documents"));
            RMManager manager = pair.destination.getExtension(RMManager.class);
            manager.getConfiguration()
                    .setAcknowledgementInterval(Duration.ofSeconds(3).toMillis());
            AcksPolicyType deferred = new AcksPolicyType();
            deferred.setIntraMessageThreshold(0);
            manager.getDestinationPolicy().setAcksPolicy(deferred);
            // With an interceptor of the application, CXF writes the answers.
            pair.destination.getOutInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.PRE_STREAM) {
                @Override
                public void handleMessage(Message message) {}
            });
            pair.documents.put("before");
            await().pollDelay(Duration.ofMillis(3_500)).until(() -> pair.made.size() == 1);
            CompletableFuture<String> found = CompletableFuture.supplyAsync(() -> pair.documents.find("wanted"));
            await().until(() -> pair.archive.texts.contains("wanted"));
            List<String> texts = texts(20);
            texts.forEach(pair.documents::put);
            // Half a second after an answer, its message may still be accepted.
            await().during(Duration.ofSeconds(1)).until(() -> pair.archive.texts.containsAll(texts));
            cut.countDown();
            assertThat(found.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo("wanted, found");
            await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> pair.made.size() == 23);
        }
    }

    private static void passOn(String request, URI service) {
        try {
            HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(service)
                                    .header("Content-Type", "text/xml; charset=UTF-8")
                                    .header("SOAPAction", "\"\"")
                                    .POST(HttpRequest.BodyPublishers.ofString(request))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Covers a destination whose answers have no content, because its acknowledgements come on another connection. */
    @Test
    void shouldTakeAnswersWithoutContentWhenTheServiceAnswersSo() throws IOException {
        setup.decoupled = true;
        try (ReliableDocuments pair = acknowledging()) {
            List<String> texts = texts(20);
            texts.forEach(pair.documents::put);
            await().atMost(SOON).until(pair::isDone);
            assertThat(pair.documents.find("a text")).isEqualTo("a text, found");
            assertThat(pair.made).as("transmissions").hasSize(22);
        }
    }
}
