package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.report.Manifest;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.report.ReportDirectory;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a suite: shows progress and tables, and writes {@code results.csv}, {@code printed.csv}, {@code manifest.json}, {@code
 * report.html} and the figures.
 */
public final class SuiteRun {
    private SuiteRun() {}

    /**
     * Runs a suite, writes its files, and prints progress, results and the reasons not to trust them.
     *
     * @throws IllegalArgumentException if a value cannot be used; the message names it
     */
    public static SuiteResult run(String name, SuiteOptions options, PrintStream out)
            throws IOException, InterruptedException {
        ClassLoader former = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader oracles = new URLClassLoader(urls(options.oracleJars()), former)) {
            Thread.currentThread().setContextClassLoader(oracles);
            SuiteResult result = results(Suite.named(name), options, out);
            result.defects().forEach(defect -> out.println("NOT SOUND  " + defect));
            return result;
        } finally {
            Thread.currentThread().setContextClassLoader(former);
        }
    }

    private static URL[] urls(List<Path> paths) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new IllegalArgumentException("oracle-jar = \"" + path + "\": there is no such file");
            }
            urls.add(path.toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private static SuiteResult results(Suite suite, SuiteOptions options, PrintStream out)
            throws IOException, InterruptedException {
        // A simulation has no time, so that its files are the same in every run.
        String started = options.mode() == Mode.SIMULATION ? "" : Instant.now().toString();
        Path output = options.output().resolve(suite.directory(options));
        ReportDirectory directory = new ReportDirectory(output);
        directory.clear();
        out.println(suite.name() + ": " + suite.question());
        SuiteResult result;
        try (PartRunner workers = new PartRunner(options.threads(), out)) {
            result = suite.run(new SuiteContext(options, workers, output, nodeClasses(options), out));
        }
        if (!result.rows().isEmpty()) {
            Row.write(output.resolve("results.csv"), result.rows());
        }
        Report report = result.report();
        if (!result.printed().isEmpty()) {
            Row.write(output.resolve("printed.csv"), Row.all(PrintedItem.COLUMNS, result.printed()));
            report = report.with(List.of(PrintedItem.section(result.printed())));
        }
        Map<String, String> environment = Manifest.currentEnvironment();
        environment.putAll(result.environment());
        Manifest manifest = new Manifest(
                suite.name(),
                started,
                suite.scale(options).toString(),
                options.seed(),
                options.command(suite.name()),
                inputs(options),
                environment,
                result.faults());
        Path page = directory.write(report, manifest);
        if (result.told().isEmpty()) {
            show(result.report(), out);
        } else {
            out.println(result.told());
        }
        out.println("Report: " + page.toAbsolutePath().toUri());
        return result;
    }

    private static Map<String, String> inputs(SuiteOptions options) throws IOException {
        Map<String, String> inputs = new LinkedHashMap<>();
        for (List<Path> files : List.of(options.scenarios(), options.journals(), options.oracleJars())) {
            for (Path file : files) {
                inputs.put(file.toString(), Files.isDirectory(file) ? "a directory" : sha256(file));
            }
        }
        return inputs;
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /** Returns the class path of the nodes, which run the same classes as this process. */
    private static List<Path> nodeClasses(SuiteOptions options) throws IOException {
        List<Path> all = new ArrayList<>();
        try {
            all.add(Path.of(SuiteRun.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI()));
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        all.add(all.get(0).resolveSibling("testbed-lib"));
        all.addAll(options.oracleJars());
        return all;
    }

    private static void show(Report report, PrintStream out) {
        for (ReportSection section : report.sections()) {
            for (Table table : section.tables()) {
                if (!table.rows().isEmpty()) {
                    out.println();
                    out.println(table.caption().isEmpty() ? section.title() : section.title() + ": " + table.caption());
                    out.println(ConsoleTable.of(table));
                }
            }
        }
        out.println();
        out.println(report.verdict());
        report.findings().forEach(out::println);
    }
}
