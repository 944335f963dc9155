package io.github.restartoracle.benchmarks.lab.cli;

import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The table of the results that the papers print, as Markdown, and its position in a file. */
final class PrintedTable {
    private static final String BEGIN = "<!-- what the papers print: begin, made by a command -->";
    private static final String END = "<!-- what the papers print: end -->";

    private PrintedTable() {}

    static String of(List<PrintedItem> items, List<String> suites) {
        StringBuilder table = new StringBuilder();
        table.append(Arrays.stream(Verdict.values())
                .map(verdict ->
                        items.stream().filter(item -> item.verdict() == verdict).count() + " " + verdict)
                .collect(Collectors.joining(", ")));
        table.append(". `suite` is the value of `-Dsuite` with which an item is made.\n\n")
                .append("| paper | item | printed | ours | verdict | suite |\n|---|---|---|---|---|---|\n");
        for (int i = 0; i < items.size(); i++) {
            PrintedItem item = items.get(i);
            String verdict = item.why().isEmpty() ? item.verdict().toString() : item.verdict() + ": " + item.why();
            table.append("| ")
                    .append(String.join(
                            " | ", item.paper(), item.item(), item.printed(), item.ours(), verdict, suites.get(i)))
                    .append(" |\n");
        }
        return table.toString();
    }

    /** Returns the content of a file in which the table is replaced by a new one. */
    static String replaced(Path file, List<PrintedItem> items, List<String> suites) throws IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException(
                    file + " has no place for the table: expected the lines " + BEGIN + " and " + END);
        }
        return text.substring(0, begin + BEGIN.length()) + "\n" + of(items, suites) + text.substring(end);
    }
}
