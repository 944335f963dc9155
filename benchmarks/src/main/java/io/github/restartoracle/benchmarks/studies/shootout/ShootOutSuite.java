package io.github.restartoracle.benchmarks.studies.shootout;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteOptions;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import java.util.List;

/** The canary against the oracles of the paper and the policies of other implementations, simulated. */
public final class ShootOutSuite implements Suite {
    static final String NAME = "shoot-out";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String question() {
        return "Which oracle is the fastest without copies, however the link or the service fails?";
    }

    @Override
    public Scale scale(SuiteOptions options) {
        return options.scale().orElse(Scale.PAPER);
    }

    @Override
    public SuiteResult run(SuiteContext context) throws InterruptedException {
        SuiteOptions options = context.options();
        if (options.mode() != Mode.SIMULATION) {
            throw new IllegalArgumentException("suite = \"" + NAME + "\": is simulated only; use -Psimulation");
        }
        Scale scale = scale(options);
        List<Circumstance> circumstances = Circumstance.all().stream()
                .map(circumstance -> circumstance.withScenario(scale.apply(circumstance.scenario())))
                .toList();
        int runs = options.runs().orElse(scale.runs(Transport.HTTP));
        return new ShootOutReport(new ShootOut(circumstances, runs, options.seed(), context.workers()).run()).result();
    }
}
