package io.github.restartoracle.spring.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A block of code in a README. */
final class ReadmeBlock {
    /** The README of this module. */
    static final Path README = Path.of("README.md");

    private ReadmeBlock() {}

    /**
     * Returns a block of a section.
     *
     * @param readme the file
     * @param heading the section's heading, without the hashes
     * @param language the block's language, such as {@code sh}
     * @param index of the block among those of its language in the section, from 0
     * @throws IllegalArgumentException if there is no such section, or no such block in it
     */
    static String in(Path readme, String heading, String language, int index) throws IOException {
        String text = Files.readString(readme);
        int section = text.indexOf("\n## " + heading + "\n");
        int end = section < 0 ? -1 : text.indexOf("\n## ", section + 1);
        String fence = "\n```" + language + "\n";
        int block = section;
        for (int i = 0; i <= index && block >= 0; i++) {
            block = text.indexOf(fence, block + 1);
        }
        if (block < 0 || (end >= 0 && block > end)) {
            throw new IllegalArgumentException("no " + language + " block under \"" + heading + "\" in " + readme);
        }
        int begin = block + fence.length();
        return text.substring(begin, text.indexOf("\n```\n", begin) + 1);
    }
}
