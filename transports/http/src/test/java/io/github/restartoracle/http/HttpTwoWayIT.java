package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.helpers.FileUtils;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JStaxOutInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.handler.WSHandlerConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose callers wait for the answer. */
class HttpTwoWayIT {
    private static final int CALLS = 60;

    private final ReliableDocuments.Setup setup = new ReliableDocuments.Setup();

    /** Covers an answer that may overtake the empty response to its request. */
    @ParameterizedTest(name = "ours at the destination {0}, RM 1.1 {1}, {2}")
    @CsvSource({
        "true, false, canary",
        "true, true, canary",
        "true, false, fixed",
        "false, true, canary",
        "false, false, fixed"
    })
    void shouldReturnAnswersThatComeToAnotherAddress(boolean destination, boolean rm11, String oracle)
            throws IOException {
        setup.decoupled = true;
        setup.oracleAtDestination = destination;
        setup.rm11 = rm11;
        setup.settings.clear();
        setup.settings.put("oracle", oracle);
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            for (int call = 0; call < CALLS; call++) {
                assertThat(pair.documents.find("text " + call)).isEqualTo("text " + call + ", found");
            }
            await().until(pair::isDone);
            assertThat(pair.archive.texts).hasSize(CALLS).doesNotHaveDuplicates();
        }
    }

    private ReliableDocuments relayed(String timeout) throws IOException {
        setup.relayed = true;
        setup.settings.put("http.connection-per-attempt", "true");
        setup.settings.put("initial-timeout", timeout);
        ReliableDocuments pair = new ReliableDocuments(setup);
        assertThat(pair.documents.find("opens the sequence")).endsWith("found");
        await().until(pair::isDone);
        pair.archive.texts.clear();
        pair.made.clear();
        return pair;
    }

    /** Checks that a call is restarted before the receive timeout of a minute, for which the former attempt would wait. */
    @Test
    void shouldRestartACallWhoseAnswerIsOverdue() throws Exception {
        try (ReliableDocuments pair = relayed("300ms")) {
            pair.relay.swallow(2);
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> pair.documents.find("one"));
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("one, found");
            await().until(pair::isAcknowledged);
            assertThat(pair.archive.texts).containsExactly("one");
            assertThat(pair.made)
                    .startsWith("2#1 by its chain", "2#2 from what was captured", "2#3 from what was captured");
        }
    }

    /** Covers services that would be called again by a copy. */
    @ParameterizedTest(name = "ours at the destination {0}")
    @ValueSource(booleans = {true, false})
    void shouldWaitForASlowServiceOnAHealthyLink(boolean destination) throws Exception {
        setup.oracleAtDestination = destination;
        setup.settings.clear();
        setup.settings.put("oracle", "canary");
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            assertThat(pair.documents.find("opens the sequence")).endsWith("found");
            await().until(pair::isDone);
            pair.archive.texts.clear();
            pair.made.clear();
            CountDownLatch found = new CountDownLatch(1);
            pair.archive.finding = sought -> waitFor(found);
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> pair.documents.find("one"));
            await().until(() -> pair.made.size() == 1);
            await().during(Duration.ofSeconds(6)).until(() -> pair.made.size() == 1);
            found.countDown();
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("one, found");
            assertThat(pair.archive.texts).containsExactly("one");
        }
    }

    @ParameterizedTest(name = "{0} characters")
    @ValueSource(ints = {3, 300_000})
    void shouldReturnTheFirstAnswerAndDropLaterOnes(int length) throws Exception {
        setup.keeping = true;
        String text = "x".repeat(length);
        Set<String> before = temporaryFiles();
        List<Exception> failures = new CopyOnWriteArrayList<>();
        CountDownLatch copies = new CountDownLatch(3);
        try (ReliableDocuments pair = relayed("300ms")) {
            pair.source.setProperty(FaultListener.class.getName(), (FaultListener) (failure, description, message) -> {
                failures.add(failure);
                return false;
            });
            pair.archive.finding = sought -> waitFor(copies);
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> pair.documents.find(text));
            await().until(() -> pair.made.size() >= 3);
            copies.countDown();
            copies.countDown();
            copies.countDown();
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(text + ", found");
            await().until(pair::isDone);
            assertThat(pair.archive.texts).containsExactly(text);
            pair.archive.finding = sought -> {};
            assertThat(pair.documents.find("two")).isEqualTo("two, found");
            await().until(pair::isDone);
            await().untilAsserted(() -> assertThat(temporaryFiles()).isEqualTo(before));
        }
        assertThat(failures).isEmpty();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException shutDown) {
            Thread.currentThread().interrupt();
        }
    }

    private static Set<String> temporaryFiles() {
        String[] files = FileUtils.getDefaultTempDir().list();
        return files == null ? Set.of() : new TreeSet<>(Arrays.asList(files));
    }

    /** Checks that no bytes are sent twice, although a kept connection may have been closed before it carried them. */
    @Test
    void shouldMakeATokenForEachTransmission() throws IOException {
        CallbackHandler passwords = callbacks -> {
            for (var callback : callbacks) {
                ((WSPasswordCallback) callback).setPassword("a password");
            }
        };
        Map<String, Object> token = Map.of(
                WSHandlerConstants.ACTION,
                "UsernameToken Timestamp",
                WSHandlerConstants.USER,
                "ann",
                WSHandlerConstants.PASSWORD_TYPE,
                "PasswordDigest",
                WSHandlerConstants.PW_CALLBACK_REF,
                passwords);
        setup.relayed = true;
        setup.settings.put("initial-timeout", "20s");
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            pair.source.getOutInterceptors().add(new WSS4JOutInterceptor(token));
            pair.destination.getInInterceptors().add(new WSS4JInInterceptor(token));
            assertThat(pair.documents.find("one")).isEqualTo("one, found");
            pair.relay.reset(1);
            assertThat(pair.documents.find("two")).isEqualTo("two, found");
            assertThat(pair.archive.texts).containsExactly("one", "two");
        }
    }

    /** Covers an answer that was lost: what it says of its time is too old when it is sent again. */
    @ParameterizedTest
    @CsvSource({
        "false, false, false",
        "false, true, false",
        "true, false, false",
        "false, false, true",
        "true, false, true"
    })
    void shouldSecureAnAnswerAnewThatIsSentAgain(boolean streaming, boolean fault, boolean broken) throws IOException {
        setup.relayed = true;
        setup.settings.put("http.connection-per-attempt", "true");
        setup.settings.put("initial-timeout", "3s");
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            Map<String, Object> stamp = Map.of(WSHandlerConstants.ACTION, "Timestamp", "timeToLive", "1");
            pair.destination
                    .getOutInterceptors()
                    .add(streaming ? new WSS4JStaxOutInterceptor(stamp) : new WSS4JOutInterceptor(stamp));
            pair.destination.getOutFaultInterceptors().add(new WSS4JOutInterceptor(stamp));
            pair.source.getInInterceptors().add(new WSS4JInInterceptor(stamp));
            pair.source.getInFaultInterceptors().add(new WSS4JInInterceptor(stamp));
            assertThat(pair.documents.find("one")).isEqualTo("one, found");
            if (fault) {
                pair.archive.finding = text -> {
                    throw new IllegalArgumentException("nothing found");
                };
            }
            // The second one is written while its connection breaks.
            String text = broken ? "x".repeat(3_000_000) : "two";
            if (broken) {
                pair.relay.reset(1);
            } else {
                pair.relay.withhold(1);
            }
            if (fault) {
                assertThatThrownBy(() -> pair.documents.find(text)).hasMessageContaining("nothing found");
            } else {
                assertThat(pair.documents.find(text)).isEqualTo(text + ", found");
            }
            assertThat(pair.archive.texts).containsExactly("one", text);
        }
    }

    @Test
    void shouldTellTheCallerWhenNoAnswerWillCome() throws Exception {
        setup.settings.put("max-attempts", "2");
        try (ReliableDocuments pair = relayed("3s")) {
            pair.relay.close();
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> pair.documents.find("one"));
            assertThat(answer)
                    .failsWithin(Duration.ofMinutes(2))
                    .withThrowableThat()
                    .withRootCauseInstanceOf(IOException.class)
                    .havingRootCause()
                    .withMessageContaining("no acknowledgement after 2 transmissions");
        }
    }

    /** Checks the order within a thread: CXF alone sends the next request when the former one was answered. */
    @Test
    void shouldArriveBehindTheOneWayCallsOfItsThread() throws IOException {
        setup.settings.put("initial-timeout", "30s");
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            for (int call = 0; call < CALLS; call++) {
                pair.documents.put("one-way " + call);
                assertThat(pair.documents.find("two-way " + call)).endsWith("found");
            }
            await().until(pair::isDone);
            assertThat(pair.arrived)
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 2 * CALLS)
                            .mapToObj(number -> number + "#1")
                            .toList());
        }
    }
}
