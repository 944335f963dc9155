package io.github.restartoracle.mail.internal.meters;

import io.github.restartoracle.mail.internal.inbox.InboxView;
import io.github.restartoracle.mail.internal.inbox.Inboxes;
import io.github.restartoracle.mail.internal.inbox.MailOutcome;
import io.github.restartoracle.mail.internal.smtp.SentMailListener;
import io.github.restartoracle.mail.internal.smtp.SmtpOutcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.cxf.Bus;
import org.jspecify.annotations.Nullable;

/**
 * The meters {@code restart.oracle.mail.*} of a bus, on every registry they are bound to: one set for each account that is
 * polled or sends. Thread-safe.
 */
public final class MailMeters implements MeterBinder {
    private static final String PREFIX = "restart.oracle.mail.";

    private final Bus bus;
    private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

    /**
     * Creates meters that are not bound yet. A listener that the bus already has is still called for sent mails.
     *
     * @param bus a bus that sends or receives mails
     */
    public MailMeters(Bus bus) {
        this.bus = bus;
        SentMailListener present = bus.getExtension(SentMailListener.class);
        SentMailListener former = present == null ? SentMailListener.NONE : present;
        bus.setExtension(
                (account, failure) -> {
                    former.sent(account, failure);
                    registries.forEach(registry -> sent(registry, account, failure));
                },
                SentMailListener.class);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        registries.add(registry);
        Mailboxes mailboxes = new Mailboxes(registry);
        Inboxes.of(bus).watch(mailboxes::opened);
    }

    private static void sent(MeterRegistry registry, String account, @Nullable SmtpOutcome failure) {
        Counter.builder(PREFIX + "sent")
                .description("Mails that were handed to the relay, or could not be")
                .tag("account", account)
                .tag("result", failure == null ? "sent" : failure.name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
    }

    /** The mailboxes on one registry; one that is polled again replaces its former view. */
    private static final class Mailboxes {
        private final Map<String, InboxView> open = new ConcurrentHashMap<>();
        private final MeterRegistry registry;

        Mailboxes(MeterRegistry registry) {
            this.registry = registry;
        }

        void opened(InboxView inbox) {
            String account = inbox.account();
            if (open.put(account, inbox) == null) {
                register(account);
            }
        }

        private void register(String account) {
            for (MailOutcome outcome : MailOutcome.values()) {
                if (outcome != MailOutcome.ABORT) {
                    FunctionCounter.builder(
                                    PREFIX + "received", this, self -> self.value(account, i -> i.count(outcome)))
                            .description("Mails that were received, by their outcome")
                            .tag("account", account)
                            .tag("outcome", outcome.word())
                            .register(registry);
                }
            }
            FunctionCounter.builder(
                            PREFIX + "aborted.sessions",
                            this,
                            self -> self.value(account, i -> i.count(MailOutcome.ABORT)))
                    .description("Sessions with the mail server that were dropped")
                    .tag("account", account)
                    .register(registry);
            gauge(account, "pending", "Mails that are spooled and not settled", InboxView::getPending);
            gauge(account, "quarantine", "Mails in the quarantine", InboxView::getInQuarantine);
            gauge(account, "poll.failures", "Polls that failed one after the other", InboxView::getFailures);
            TimeGauge.builder(
                            PREFIX + "poll.time",
                            this,
                            TimeUnit.MILLISECONDS,
                            self -> self.value(account, InboxView::getLastPollMillis))
                    .description("Duration of the last poll")
                    .tag("account", account)
                    .register(registry);
        }

        private void gauge(String account, String name, String description, ToDoubleFunction<InboxView> number) {
            Gauge.builder(PREFIX + name, this, self -> self.value(account, number))
                    .description(description)
                    .tag("account", account)
                    .register(registry);
        }

        private double value(String account, ToDoubleFunction<InboxView> number) {
            InboxView inbox = open.get(account);
            return inbox == null ? 0 : number.applyAsDouble(inbox);
        }
    }
}
