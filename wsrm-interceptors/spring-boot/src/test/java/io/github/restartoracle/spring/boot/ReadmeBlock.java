package io.github.restartoracle.spring.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A block of code in the README of this module. */
final class ReadmeBlock {
    private static final Path README = Path.of("README.md");

    private ReadmeBlock() {}

    /**
     * Returns the first block of a section.
     *
     * @param heading the section's heading, without the hashes
     * @param language the block's language, such as {@code sh}
     * @throws IllegalArgumentException if there is no such section, or no such block in it
     */
    static String in(String heading, String language) throws IOException {
        String readme = Files.readString(README);
        int section = readme.indexOf("\n## " + heading + "\n");
        int end = section < 0 ? -1 : readme.indexOf("\n## ", section + 1);
        String fence = "\n```" + language + "\n";
        int block = section < 0 ? -1 : readme.indexOf(fence, section);
        if (block < 0 || (end >= 0 && block > end)) {
            throw new IllegalArgumentException("no " + language + " block under \"" + heading + "\" in " + README);
        }
        int begin = block + fence.length();
        return readme.substring(begin, readme.indexOf("\n```\n", begin) + 1);
    }
}
