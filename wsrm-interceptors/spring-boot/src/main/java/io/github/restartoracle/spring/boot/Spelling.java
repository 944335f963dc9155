package io.github.restartoracle.spring.boot;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that was meant. */
final class Spelling {
    /** One letter in so many may be wrong. */
    private static final int LETTERS = 4;

    private Spelling() {}

    /** The nearest of the words that are known, if one is near. */
    static Optional<String> meant(String word, Collection<String> known) {
        return known.stream()
                .filter(each -> LETTERS * mistakes(word, each) <= each.length())
                .min(Comparator.comparingInt((String each) -> mistakes(word, each))
                        .thenComparing(each -> each));
    }

    /** How many letters are missing, too many, wrong, or in the place of their neighbour. */
    private static int mistakes(String word, String meant) {
        int[][] mistakes = new int[word.length() + 1][meant.length() + 1];
        for (int i = 0; i <= word.length(); i++) {
            for (int j = 0; j <= meant.length(); j++) {
                mistakes[i][j] = i == 0 || j == 0 ? i + j : fewest(mistakes, word, i, meant, j);
            }
        }
        return mistakes[word.length()][meant.length()];
    }

    private static int fewest(int[][] mistakes, String word, int i, String meant, int j) {
        int wrong = word.charAt(i - 1) == meant.charAt(j - 1) ? 0 : 1;
        int fewest = Math.min(mistakes[i - 1][j - 1] + wrong, Math.min(mistakes[i - 1][j], mistakes[i][j - 1]) + 1);
        boolean swapped = i > 1
                && j > 1
                && word.charAt(i - 1) == meant.charAt(j - 2)
                && word.charAt(i - 2) == meant.charAt(j - 1);
        return swapped ? Math.min(fewest, mistakes[i - 2][j - 2] + 1) : fewest;
    }
}
