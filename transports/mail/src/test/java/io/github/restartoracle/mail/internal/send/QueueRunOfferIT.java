package io.github.restartoracle.mail.internal.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.mime.Envelope;
import io.github.restartoracle.mail.internal.mime.SoapPayload;
import io.github.restartoracle.mail.internal.smtp.ScriptedRelay;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.io.CachedOutputStream;
import org.junit.jupiter.api.Test;

/** Relays that run their queue when they are asked (ETRN), that refuse, that do not offer it, and one that is not asked. */
class QueueRunOfferIT {
    private static final String OFFER = "250-relay\n250 ETRN";

    private final Map<String, String> settings = new HashMap<>();
    private final List<ScriptedRelay> relays = new ArrayList<>();

    private ScriptedRelay relay(String account, boolean allowed, Map<String, String> script) throws IOException {
        ScriptedRelay relay = new ScriptedRelay(null, false, List.of(script));
        relays.add(relay);
        String prefix = "mail.accounts." + account + ".";
        settings.put(prefix + "address", account + "@example.org");
        settings.put(prefix + "smtp.host", "localhost");
        settings.put(prefix + "smtp.port", Integer.toString(relay.port()));
        settings.put(prefix + "smtp.tls", "none");
        settings.put(prefix + "smtp.etrn-after", allowed ? "1s" : "never");
        settings.put(prefix + "smtp.etrn-interval", "1s");
        return relay;
    }

    private static long asked(ScriptedRelay relay) {
        return relay.commands.stream().filter("ETRN example.com"::equals).count();
    }

    @Test
    void shouldAskOnlyWhoOffersItAsOftenAsAgreedAndUntilTheAnswerHasCome() throws IOException {
        ScriptedRelay willing = relay("willing", true, Map.of("EHLO", OFFER));
        ScriptedRelay unwilling = relay("unwilling", true, Map.of("EHLO", OFFER, "ETRN", "459 4.5.0 not for that"));
        ScriptedRelay unable = relay("unable", true, Map.of());
        ScriptedRelay unasked = relay("unasked", false, Map.of("EHLO", OFFER));
        Bus bus = new CXFBusFactory().createBus();
        bus.setExtension(MailAccounts.from(Settings.of(settings)), MailAccounts.class);
        AtomicBoolean missing = new AtomicBoolean(true);
        try {
            Outbox outbox = Outbox.of(bus);
            for (var account : outbox.accounts().all()) {
                CachedOutputStream body = new CachedOutputStream();
                body.write("<e/>".getBytes(StandardCharsets.UTF_8));
                outbox.send(new Submission(
                        account,
                        Envelope.of(account.address(), MailAddress.of("server@example.com")),
                        new SoapPayload("text/xml", null, body),
                        null,
                        null,
                        new ExpectedAnswer(account, missing::get)));
            }

            await().until(() -> asked(willing) >= 3);
            await().until(() -> asked(unwilling) == 1);
            missing.set(false);
            // A round of the timer takes a second, and a running one may still ask.
            AtomicLong last = new AtomicLong();
            await().pollInterval(Duration.ofMillis(2_500)).until(() -> {
                long now = asked(willing);
                return last.getAndSet(now) == now;
            });

            assertThat(asked(unwilling)).isEqualTo(1);
            assertThat(unable.commands).contains("EHLO example.org").noneMatch(line -> line.startsWith("ETRN"));
            assertThat(unasked.commands).noneMatch(line -> line.startsWith("ETRN"));
        } finally {
            bus.shutdown(true);
            for (ScriptedRelay relay : relays) {
                relay.close();
            }
        }
    }
}
