package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.report.Manifest;
import picocli.CommandLine.IVersionProvider;

/** The version from the jar's manifest. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"restart-oracle " + Manifest.version()};
    }
}
