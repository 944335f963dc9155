package io.github.restartoracle.harness.junit;

import io.github.restartoracle.harness.testbed.PairPlan;
import io.github.restartoracle.harness.testbed.PairResult;
import io.github.restartoracle.harness.testbed.Testbed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A JUnit 5 extension with a {@link Testbed} for each test, in an instance field with {@code @RegisterExtension}. The test
 * class is to be marked with {@link RequiresDocker}.
 */
public final class TestbedExtension implements BeforeEachCallback, AfterEachCallback {
    private final Path output;
    private @Nullable Testbed testbed;

    private TestbedExtension(Path output) {
        this.output = output;
    }

    /**
     * {@return an extension that opens a testbed before each test}
     *
     * @param output a directory for logs and collected files
     */
    public static TestbedExtension of(Path output) {
        return new TestbedExtension(output);
    }

    /**
     * Runs pairs at the same time with all faults until the sources have ended, and fails the test if one failed or a fault was
     * not applied.
     *
     * @param limit the longest duration of a run from its time 0
     * @param pairs 1 or more
     * @return the result of each pair's run, in the same order
     */
    public List<PairResult> run(Duration limit, PairPlan... pairs) {
        Testbed running = testbed;
        if (running == null) {
            throw new IllegalStateException("the testbed runs during tests only");
        }
        List<CompletableFuture<PairResult>> runs =
                Stream.of(pairs).map(pair -> running.run(pair, limit)).toList();
        List<PairResult> results = runs.stream().map(CompletableFuture::join).toList();
        results.forEach(PairResult::requireValid);
        return results;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        testbed = Testbed.open(output);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (testbed != null) {
            testbed.close();
            testbed = null;
        }
    }
}
