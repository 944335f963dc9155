package io.github.restartoracle.internal.settings;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Guesses the known name that was meant by an unknown one. Stateless. */
public final class Spelling {
    private Spelling() {}

    /**
     * Finds the name that is most like another one.
     *
     * @param given the name that was written
     * @param known the known names
     * @return the nearest of them by Levenshtein distance, the case ignored; empty if more than a third of its letters would
     *     have to change
     */
    public static Optional<String> nearest(String given, Collection<String> known) {
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String name : known) {
            int distance = distance(given.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < least && distance <= name.length() / 3) {
                least = distance;
                nearest = name;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Returns Levenshtein's distance: the number of letters to insert, delete or replace. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
