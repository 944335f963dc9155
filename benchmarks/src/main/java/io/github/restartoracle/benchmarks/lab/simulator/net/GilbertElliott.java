package io.github.restartoracle.benchmarks.lab.simulator.net;

import io.github.restartoracle.harness.fault.StrictYaml;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Loss in bursts: a link is good or bad, each for an exponentially distributed time, and loses packets only while it is bad
 * (Gilbert 1960, Elliott 1963, in continuous time). Each direction has its own states. They do not depend on the packets, so
 * that they are the same for all oracles. The constructor throws {@link IllegalArgumentException} for values out of range.
 *
 * @param goodFor mean length of a good time, more than 0; a link begins good
 * @param badFor mean length of a bad time, more than 0
 * @param badLoss probability from 0 to 1 that a packet is lost in a bad time
 */
public record GilbertElliott(Duration goodFor, Duration badFor, double badLoss) {
    private static final Pattern TEXT = Pattern.compile("([^,]+),([^,]+),\\s*(\\d+(?:\\.\\d+)?)%");

    public GilbertElliott {
        if (goodFor.isNegative() || goodFor.isZero() || badFor.isNegative() || badFor.isZero()) {
            throw new IllegalArgumentException(
                    "good and bad times must be more than 0, were " + goodFor + " and " + badFor);
        }
        if (!(badLoss >= 0 && badLoss <= 1)) {
            throw new IllegalArgumentException("loss must be from 0 to 1, was " + badLoss);
        }
    }

    /**
     * Reads a model without loss in good times.
     *
     * @param text the mean good time, the mean bad time and the loss in a bad time, such as {@code 9s,1s,50%}
     * @return the model
     * @throws IllegalArgumentException if it is none
     */
    public static GilbertElliott parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches() || Double.parseDouble(parts.group(3)) > 100) {
            throw new IllegalArgumentException(
                    "bursts = \"" + text + "\": expected the mean good time, the mean bad time and the loss in a bad"
                            + " time, such as 9s,1s,50%");
        }
        return new GilbertElliott(
                duration(parts.group(1)), duration(parts.group(2)), Double.parseDouble(parts.group(3)) / 100);
    }

    private static Duration duration(String text) {
        return StrictYaml.ofDefaults().read("bursts", text.strip(), Duration.class);
    }

    @Override
    public String toString() {
        return goodFor + "," + badFor + "," + 100 * badLoss + "%";
    }
}
