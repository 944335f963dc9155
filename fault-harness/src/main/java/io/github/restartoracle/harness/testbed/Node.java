package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import io.github.restartoracle.harness.testbed.NodeProgram.ImageProgram;
import io.github.restartoracle.harness.testbed.NodeProgram.JavaProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.output.OutputFrame;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** One node: a container with a program. */
final class Node implements AutoCloseable {
    private final GenericContainer<?> container;
    private final boolean announcesReady;
    private final Path output;
    private final Role role;
    private final Path log;
    private @Nullable OutputStream logStream;

    /** How a program ended. */
    record Ended(long exitCode, Instant at) {}

    Node(
            PairPlan plan,
            Role role,
            Map<String, String> sysctls,
            Network network,
            Map<String, String> labels,
            Path output) {
        NodeProgram program = plan.program(role);
        this.role = role;
        this.output = output;
        this.log = output.resolve(role + ".log");
        this.announcesReady = program instanceof JavaProgram;
        this.container = container(program)
                .withNetwork(network)
                .withNetworkAliases(plan.host(role))
                .withLabels(labels)
                .withEnv(TestbedNode.PAIR, plan.name())
                .withEnv(TestbedNode.ROLE, role.toString())
                .withEnv(TestbedNode.PEER, plan.host(role.other()))
                .withCreateContainerCmdModifier(
                        c -> c.getHostConfig().withSysctls(sysctls).withInit(true))
                .withLogConsumer(this::log);
    }

    private static GenericContainer<?> container(NodeProgram program) {
        if (program instanceof ImageProgram image) {
            GenericContainer<?> container =
                    new GenericContainer<>(DockerImageName.parse(image.image())).withEnv(image.environment());
            return image.command().isEmpty()
                    ? container
                    : container.withCommand(image.command().toArray(String[]::new));
        }
        JavaProgram java = (JavaProgram) program;
        return new GenericContainer<>(DockerImageName.parse(TestbedImages.NODE))
                .withImagePullPolicy(new LocalImage())
                .withCommand(java.command().toArray(String[]::new))
                .withCreateContainerCmdModifier(c -> c.getHostConfig()
                        .withBinds(java.mounts().entrySet().stream()
                                .map(m -> new Bind(m.getKey().toString(), new Volume(m.getValue()), AccessMode.ro))
                                .toArray(Bind[]::new)));
    }

    void start() {
        try {
            Files.createDirectories(output);
            logStream = Files.newOutputStream(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        container.start();
    }

    private synchronized void log(OutputFrame frame) {
        OutputStream stream = logStream;
        byte[] bytes = frame.getBytes();
        if (stream != null && bytes != null) {
            try {
                stream.write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    String id() {
        return container.getContainerId();
    }

    String address() {
        return container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .findFirst()
                .orElseThrow()
                .getIpAddress();
    }

    void awaitReady(Duration limit) {
        if (!announcesReady) {
            return;
        }
        String wait = "for i in $(seq " + limit.toSeconds() * 5 + "); do [ -e " + TestbedNode.DIRECTORY + "/"
                + TestbedNode.READY + " ] && exit 0; sleep 0.2; done; exit 1";
        try {
            ExecResult result = container.isRunning() ? container.execInContainer("sh", "-c", wait) : null;
            if (result == null || result.getExitCode() != 0) {
                throw new IllegalStateException("the " + role + " was not ready within " + limit.toSeconds()
                        + " s, or ended; its log is " + log + ":\n" + container.getLogs());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the " + role, e);
        }
    }

    void announce(Instant start) {
        byte[] line = (start.getEpochSecond() + "\n").getBytes(StandardCharsets.UTF_8);
        container.copyFileToContainer(Transferable.of(line), TestbedNode.DIRECTORY + "/" + TestbedNode.START);
    }

    Ended ended() {
        InspectContainerResponse.ContainerState state =
                container.getCurrentContainerInfo().getState();
        Long code = state.getExitCodeLong();
        String finished = state.getFinishedAt();
        return new Ended(code == null ? -1 : code, finished == null ? Instant.now() : Instant.parse(finished));
    }

    /** Sends SIGTERM, and SIGKILL if that does not help; the container stays for its files. */
    void stop(int seconds) {
        try {
            DockerClientFactory.lazyClient()
                    .stopContainerCmd(id())
                    .withTimeout(seconds)
                    .exec();
        } catch (NotModifiedException alreadyStopped) {
            // as wanted
        }
    }

    Path collect() throws IOException {
        Path directory = output.resolve(role.toString());
        Files.createDirectories(directory);
        ContainerFiles.copy(id(), TestbedNode.DIRECTORY + "/" + TestbedNode.OUTPUT, directory);
        return directory;
    }

    @Override
    public void close() {
        container.stop();
        synchronized (this) {
            if (logStream != null) {
                try {
                    logStream.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                logStream = null;
            }
        }
    }
}
