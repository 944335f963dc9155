package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The documents name classes, files, headings and commands that exist. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern CLASS = Pattern.compile("([A-Z]+[a-z][A-Za-z0-9]*)(\\.[a-zA-Z]+(\\(.*\\))?)?");
    private static final Pattern DECLARED =
            Pattern.compile("(?:class|record|enum|interface) (\\w+)|import (?:static )?[\\w.]*?\\.([A-Z]\\w*)");
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^ {4}(\\./mvnw [^#\n]*)|^(\\./mvnw [^#\n]*)");
    private static final Pattern OPTION = Pattern.compile("-([PD])([\\w.-]+)|-pl (\\S+)");

    private static final List<Path> DOCUMENTS = new ArrayList<>();
    private static final List<Path> POMS = new ArrayList<>();
    private static final List<Path> SOURCES = new ArrayList<>();

    @BeforeAll
    static void find() throws IOException {
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                // Other builds write to directories of output while this runs.
                boolean skipped = !directory.equals(ROOT)
                        && (directory.getFileName().toString().startsWith(".") || directory.endsWith("target"));
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sort(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void sort(Path file) {
        String name = file.getFileName().toString();
        if (name.endsWith(".md")) {
            DOCUMENTS.add(file);
        } else if (name.equals("pom.xml")) {
            POMS.add(file);
        } else if (name.endsWith(".java")) {
            SOURCES.add(file);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }

    @Test
    void shouldNameClassesThatExist() {
        Set<String> known = new HashSet<>();
        for (Path source : SOURCES) {
            matches(DECLARED, text(source))
                    .forEach(match -> known.add(match.group(1) == null ? match.group(2) : match.group(1)));
        }
        List<String> unknown = matches(CODE, text(ROOT.resolve("docs/ARCHITECTURE.md")))
                .map(match -> CLASS.matcher(match.group(1)))
                .filter(matcher -> matcher.matches() && !known.contains(matcher.group(1)))
                .map(matcher -> matcher.group(1))
                .toList();
        assertThat(unknown).isEmpty();
    }

    @Test
    void shouldPromiseOnlyWhatIsTested() {
        List<MatchResult> tests =
                matches(TEST, text(ROOT.resolve("SECURITY.md"))).toList();
        assertThat(tests).isNotEmpty();
        assertThat(tests)
                .filteredOn(test -> SOURCES.stream()
                        .filter(source -> source.endsWith(test.group(1) + ".java"))
                        .noneMatch(source -> text(source).contains("void " + test.group(2) + "(")))
                .extracting(MatchResult::group)
                .isEmpty();
    }

    @Test
    void shouldLinkToFilesAndHeadingsThatExist() {
        List<String> broken = new ArrayList<>();
        for (Path document : DOCUMENTS) {
            matches(LINK, text(document))
                    .map(match -> match.group(1))
                    .filter(link -> !link.contains(":") && !isThere(document, link))
                    .forEach(link -> broken.add(ROOT.relativize(document) + ": " + link));
        }
        assertThat(broken).isEmpty();
    }

    private static boolean isThere(Path document, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? document : document.resolveSibling(file).normalize();
        return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
    }

    /** As GitHub makes them. */
    private static Set<String> anchors(Path document) {
        return matches(HEADING, text(document))
                .map(match -> match.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @Test
    void shouldTellCommandsWhoseOptionsExist() {
        String poms = POMS.stream().map(DocumentsTest::text).collect(Collectors.joining());
        String sources = SOURCES.stream().map(DocumentsTest::text).collect(Collectors.joining());
        List<String> wrong = new ArrayList<>();
        for (Path document : DOCUMENTS) {
            matches(COMMAND, text(document))
                    .map(MatchResult::group)
                    .forEach(command -> matches(OPTION, command)
                            .filter(option -> !isKnown(option, poms, sources))
                            .forEach(option -> wrong.add(
                                    ROOT.relativize(document) + ": " + command.strip() + ": " + option.group())));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void shouldDocumentEveryProperty() {
        String documents = DOCUMENTS.stream().map(DocumentsTest::text).collect(Collectors.joining());
        assertThat(PropertyNames.ALL).filteredOn(name -> !isIn(documents, name)).isEmpty();
    }

    /** The sections of a document may leave out the first part of their names. */
    private static boolean isIn(String documents, String name) {
        String tail = name;
        while (!documents.contains('`' + tail + '`')
                && !documents.contains('.' + tail + '`')
                && !documents.contains('.' + tail + '=')) {
            int dot = tail.indexOf('.');
            if (dot < 0) {
                return false;
            }
            tail = tail.substring(dot + 1);
        }
        return true;
    }

    private static boolean isKnown(MatchResult option, String poms, String sources) {
        if (option.group(3) != null) {
            return Stream.of(option.group(3).split(",", -1))
                    .allMatch(module -> Files.exists(ROOT.resolve(module).resolve("pom.xml")));
        }
        String name = option.group(2);
        return option.group(1).equals("P")
                ? poms.contains("<id>" + name + "</id>")
                : isOfMaven(name)
                        || poms.contains("${" + name + "}")
                        || poms.contains("<" + name + ">")
                        || poms.contains("<" + name + "/>")
                        || sources.contains('"' + name + '"');
    }

    /** Of its plugins, and of those that sign and deploy. */
    private static boolean isOfMaven(String name) {
        return Set.of("test", "it.test", "skipTests", "skipITs", "gpg.skip", "altDeploymentRepository")
                        .contains(name)
                || name.startsWith("surefire.")
                || name.startsWith("failsafe.")
                || name.startsWith("mdep.");
    }
}
