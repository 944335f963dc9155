package io.github.restartoracle.harness.junit;

import io.github.restartoracle.harness.testbed.PairResult;
import io.github.restartoracle.harness.testbed.Testbed;
import io.github.restartoracle.harness.testbed.TestbedPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A JUnit 5 extension with a {@link Testbed} for each test, in an instance field with {@code @RegisterExtension}. The test
 * class is to be marked with {@link RequiresDocker}.
 */
public final class TestbedExtension implements BeforeEachCallback, AfterEachCallback {
    private static final Logger LOG = LoggerFactory.getLogger(TestbedExtension.class);

    private final TestbedPlan plan;
    private @Nullable Testbed testbed;

    private TestbedExtension(TestbedPlan plan) {
        this.plan = plan;
    }

    /**
     * An extension that starts a testbed before each test.
     *
     * @param plan what it consists of
     * @return the extension
     */
    public static TestbedExtension of(TestbedPlan plan) {
        return new TestbedExtension(plan);
    }

    /**
     * Lets the programs run with all faults until the sources have ended, and fails the test if one failed or a fault was
     * not applied.
     *
     * @return how each pair's run went
     */
    public List<PairResult> run() {
        Testbed running = testbed;
        if (running == null) {
            throw new IllegalStateException("the testbed runs during tests only");
        }
        List<PairResult> results = running.run(
                (sinceStart, finished, total) -> LOG.debug("{}: {} of {} pairs ended", sinceStart, finished, total));
        results.forEach(PairResult::requireValid);
        return results;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Testbed starting = Testbed.of(plan);
        testbed = starting;
        starting.start();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (testbed != null) {
            testbed.close();
            testbed = null;
        }
    }
}
