package io.github.restartoracle.harness.junit;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.harness.inject.LinkCounters;
import io.github.restartoracle.harness.proof.FaultNotAppliedException;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A JUnit 5 extension with a faulty link in front of a server, without root and without Docker ({@link InProcessLink} describes
 * the limits of its model):
 *
 * <pre>{@code
 * @RegisterExtension
 * FaultyLinkExtension link = FaultyLinkExtension.to("localhost", () -> server.port())
 *         .with(FaultSchedule.parse("- {at: 0s, for: 2s, disrupt: both}"));
 * }</pre>
 *
 * <p>In an instance field, every test has a link of its own, whose times count from the beginning of the test. In a static
 * field, all tests of the class share one link. Its times count from the first test, and its faults are judged after the last.
 * A test (or class) whose faults were not applied, or that never used the link, fails.
 */
public final class FaultyLinkExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private final Supplier<InProcessLink.Settings> settings;
    private @Nullable InProcessLink link;
    private boolean shared;

    private FaultyLinkExtension(Supplier<InProcessLink.Settings> settings) {
        this.settings = settings;
    }

    /**
     * {@return an extension with a link to a server, without faults}
     *
     * @param host the server's host
     * @param port the server's port
     */
    public static FaultyLinkExtension to(String host, int port) {
        return to(host, () -> port);
    }

    /**
     * {@return an extension with a link to a server whose port is known only when the test begins}
     *
     * @param host the server's host
     * @param port the port, which is read when the link is opened
     */
    public static FaultyLinkExtension to(String host, IntSupplier port) {
        return new FaultyLinkExtension(() -> InProcessLink.Settings.to(host, port.getAsInt()));
    }

    /**
     * {@return a new extension: this one with these faults}
     *
     * @param schedule the faults
     */
    public FaultyLinkExtension with(FaultSchedule schedule) {
        return with(before -> before.with(schedule));
    }

    /**
     * {@return a new extension: this one with this bandwidth, delay and jitter}
     *
     * @param quality the link without faults
     */
    public FaultyLinkExtension with(Link quality) {
        return with(before -> before.with(quality));
    }

    /**
     * {@return a new extension: this one with any other settings}
     *
     * @param change the change, such as {@code settings -> settings.withSeed(7)}
     */
    public FaultyLinkExtension with(UnaryOperator<InProcessLink.Settings> change) {
        return new FaultyLinkExtension(() -> change.apply(settings.get()));
    }

    /**
     * {@return the address of the loopback interface to which the client under test is to connect}
     *
     * @throws IllegalStateException if no test is running
     */
    public InetSocketAddress address() {
        return open().address();
    }

    /**
     * {@return the counters of the link so far}
     *
     * @throws IllegalStateException if no test is running
     */
    public LinkCounters counters() {
        return open().counters();
    }

    private InProcessLink open() {
        InProcessLink current = link;
        if (current == null) {
            throw new IllegalStateException("the link is open during tests only");
        }
        return current;
    }

    private void connect() throws IOException {
        link = InProcessLink.open(settings.get());
    }

    private void judge(ExtensionContext context) {
        try (InProcessLink finished = open()) {
            link = null;
            FaultProof proof = finished.proof();
            context.publishReportEntry("fault-proof", proof.toJson());
            context.publishReportEntry("link-counters", finished.counters().toString());
            if (context.getExecutionException().isEmpty()) {
                if (finished.counters().accepted() == 0) {
                    throw new FaultNotAppliedException(
                            "nothing connected to the link, so that no fault could meet anything:"
                                    + " let the client under test connect to address() instead of the server");
                }
                proof.requireApplied();
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        shared = true;
        connect();
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        if (!shared) {
            connect();
        }
        open().begin();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!shared) {
            judge(context);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (shared) {
            shared = false;
            judge(context);
        }
    }
}
