package io.github.restartoracle.benchmarks.mail;

import io.github.restartoracle.benchmarks.load.Contest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The rates at which the mail transport sends and receives, each as a ratio to a bare loop of Jakarta Mail over the same
 * GreenMail. Blocks of the two alternate, and so does the order of the two. Blocks of the warm-up do not count.
 */
public final class MailRate {
    /** The number of blocks of the warm-up: neither loop has its final speed before 20,000 mails. */
    private static final int WARM_UP = 40;

    private static final int ROUNDS = 24;

    private MailRate() {}

    /**
     * Prints a line for each round and one for each ratio.
     *
     * @param args the directory of the spool; its disk limits the rate of receiving
     * @throws Exception if a block fails
     */
    public static void main(String[] args) throws Exception {
        if (args.length != 1) {
            throw new IllegalArgumentException("expected the directory of the spool");
        }
        Path spool = Files.createTempDirectory(Files.createDirectories(Path.of(args[0])), "spool");
        try (MailBlocks blocks = new MailBlocks(spool)) {
            String sent = hold("sending", blocks::sendInBareLoop, blocks::send);
            String received = hold("receiving", blocks::receiveInBareLoop, blocks::receive);
            System.out.println("sending: " + sent);
            System.out.println("receiving: " + received);
        }
        System.exit(0);
    }

    private static String hold(String name, Callable<double[]> bare, Callable<double[]> transport) throws Exception {
        Contest contest =
                new Contest(name + ", mails/s").with("bare loop", bare).with("transport", transport);
        contest.hold(WARM_UP, ROUNDS);
        return summary(contest.ratios("transport", "bare loop"));
    }

    /** Describes the ratios of the rounds, in ascending order. */
    static String summary(List<Double> ratios) {
        double median = Median.withDefaults()
                .evaluate(ratios.stream().mapToDouble(ratio -> ratio).toArray());
        return String.format(
                Locale.ROOT,
                "%.0f %% of the bare loop (third lowest and third highest of %d rounds: %.0f and %.0f %%)",
                100 * median,
                ratios.size(),
                100 * ratios.get(2),
                100 * ratios.get(ratios.size() - 3));
    }
}
