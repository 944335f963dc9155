package io.github.restartoracle.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.restartoracle.harness.testbed.NodeProgram.ClassArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of the testbed that can be tested without containers. */
class TestbedUnitTest {
    @TempDir
    Path directory;

    private TestbedNode node(Map<String, String> environment) {
        return new TestbedNode(environment, directory);
    }

    @Test
    void shouldNotBeGoneWhenTheOwnerIsThisProcess() {
        Owner self = Owner.current();

        assertThat(self.gone()).isFalse();
        assertThat(Owner.parse(self.toString())).isEqualTo(self);
    }

    @Test
    void shouldBeGoneWhenTheProcessNumberBelongsToAnother() {
        Owner self = Owner.current();

        assertThat(new Owner(self.scope(), self.pid(), self.startMillis() - 60_000).gone())
                .isTrue();
        assertThat(new Owner(self.scope(), Integer.MAX_VALUE, 0).gone()).isTrue();
    }

    @Test
    void shouldNotBeCalledGoneWhenTheOwnerCannotBeSeenFromHere() {
        assertThat(new Owner("elsewhere", Integer.MAX_VALUE, 0).gone()).isFalse();
    }

    @Test
    void shouldMountTheClassPathWhenAProgramIsForTheJvm() {
        NodeProgram program = NodeProgram.java(List.of(Path.of("/x/lib"), Path.of("/x/app.jar")), "a.Main")
                .withSystemProperty("k", "v")
                .withJvmFlags("-Xmx64m")
                .withArguments("one");

        assertThat(program.mounts())
                .containsExactly(
                        Map.entry(Path.of("/x/lib"), "/app/0"), Map.entry(Path.of("/x/app.jar"), "/app/1.jar"));
        assertThat(program.command())
                .containsExactly(
                        "java",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-Dk=v",
                        "-cp",
                        "/app/0:/app/0/*:/app/1.jar",
                        "a.Main",
                        "one");
    }

    @Test
    void shouldLeaveOutDirectoriesOfClassesWhenThereIsAnArchive() {
        NodeProgram program = NodeProgram.java(List.of(Path.of("/x/app.jar"), Path.of("/x/lib")), "a.Main");

        assertThat(program.withArchive(ClassArchive.toBeMade()).command())
                .containsExactly(
                        "java",
                        "-XX:+UseSerialGC",
                        "-XX:ArchiveClassesAtExit=/testbed/out/classes.jsa",
                        "-Xlog:cds=error",
                        "-cp",
                        "/app/0.jar:/app/1/*",
                        "a.Main");
        NodeProgram next = program.withArchive(ClassArchive.of(Path.of("/y/source.jsa")));
        assertThat(next.command()).contains("-XX:SharedArchiveFile=/app/classes.jsa", "/app/0.jar:/app/1/*");
        assertThat(next.mounts()).containsEntry(Path.of("/y/source.jsa"), "/app/classes.jsa");
    }

    @Test
    void shouldRefuseSettingsThatNoMailServerCanHave() {
        MailServerSettings paper = MailServerSettings.ofPaper();
        Duration second = Duration.ofSeconds(1);

        assertThatIllegalArgumentException().isThrownBy(() -> paper.withConnectTimeout(Duration.ofMillis(999)));
        assertThatIllegalArgumentException().isThrownBy(() -> paper.withMessageSizeLimit(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MailServerSettings(second, second.multipliedBy(2), second, second, 1))
                .withMessage("the longest wait, PT1S, is below the shortest, PT2S");
    }

    @Test
    void shouldKnowWhichKernelsRetrySynsLinearly() {
        assertThat(List.of("6.5.0", "6.18.44-x", "7.0")).allMatch(Testbed::atLeast65);
        assertThat(List.of("6.4.9", "5.15.0-91-generic", "unknown")).noneMatch(Testbed::atLeast65);
    }

    @Test
    void shouldKnowItsPartWhenTheEnvironmentTells() {
        TestbedNode node =
                node(Map.of(TestbedNode.PAIR, "p", TestbedNode.ROLE, "source", TestbedNode.PEER, "p-destination"));

        assertThat(node.role()).isEqualTo(Role.SOURCE);
        assertThat(node.peer()).isEqualTo("p-destination");
        assertThatIllegalStateException().isThrownBy(node(Map.of())::peer).withMessageContaining(TestbedNode.PEER);
    }

    @Test
    void shouldTranslateTheStartToTheMonotonicClockWhenAnnounced() throws IOException {
        long second = Instant.now().getEpochSecond() + 100;
        Files.writeString(directory.resolve(TestbedNode.START), second + "\n");

        long start = node(Map.of()).awaitStart();

        assertThat(Duration.ofNanos(start - System.nanoTime()))
                .isBetween(Duration.ofSeconds(90), Duration.ofSeconds(101));
    }

    @Test
    void shouldRefuseToRunWhenTheStartHasPassed() throws IOException {
        Files.writeString(directory.resolve(TestbedNode.START), "1000\n");

        assertThatIllegalStateException().isThrownBy(node(Map.of())::awaitStart).withMessageContaining("too late");
    }
}
