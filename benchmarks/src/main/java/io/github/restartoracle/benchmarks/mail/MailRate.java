package io.github.restartoracle.benchmarks.mail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
        Path spool = spool(Path.of(args[0]));
        try (ContestMailServer office = new ContestMailServer();
                MailSending sending = new MailSending(office, spool);
                Receiving receiving = new Receiving(office, spool)) {
            List<Ratio> ratios = new ArrayList<>();
            for (Contest contest : List.of(sending, receiving)) {
                ratios.add(hold(contest));
            }
            System.out.println("sending: " + ratios.get(0));
            System.out.println("receiving: " + ratios.get(1));
        }
        System.exit(0);
    }

    private static Path spool(Path directory) throws IOException {
        return Files.createTempDirectory(Files.createDirectories(directory), "spool");
    }

    private static Ratio hold(Contest contest) throws Exception {
        List<Double> ratios = new ArrayList<>();
        for (int round = 1 - WARM_UP; round <= ROUNDS; round++) {
            boolean bareFirst = Math.floorMod(round, 2) == 0;
            double before = bareFirst ? contest.bare() : 0;
            double transport = contest.transport();
            double bare = bareFirst ? before : contest.bare();
            System.out.printf(
                    Locale.ROOT,
                    "%s, %s: bare loop %.0f mails/s, transport %.0f mails/s, %.0f %%%n",
                    contest.name(),
                    round < 1 ? "warm-up" : "round " + round,
                    bare,
                    transport,
                    100 * transport / bare);
            if (round >= 1) {
                ratios.add(transport / bare);
            }
        }
        return Ratio.of(ratios);
    }
}
