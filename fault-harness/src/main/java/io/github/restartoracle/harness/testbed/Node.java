package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.images.builder.Transferable;

/** One node: a container with a program, in the network of a mail server of its own if the pair has mail. */
final class Node implements AutoCloseable {
    /** Processor weight of a starting program: its start must not disturb the pairs that are measured. */
    private static final int SHARES_AT_START = 2;

    /** Processor weight of a started program, the engine's default. */
    private static final int SHARES = 1024;

    private final GenericContainer<?> container;
    private final Path output;
    private final Role role;
    private final PrintStream log;
    private final @Nullable MailServerContainer mailServer;
    private final @Nullable GenericContainer<?> proxy;

    /** The end of a program. */
    record Ended(long exitCode, Instant at) {}

    Node(PairPlan plan, Role role, Map<String, String> sysctls, Network network, Path output) {
        this.role = role;
        this.output = output;
        this.container = container(plan.program(role))
                .withEnv(TestbedNode.PAIR, plan.name())
                .withEnv(TestbedNode.ROLE, role.toString())
                .withEnv(TestbedNode.PEER, plan.peer(role))
                .withCreateContainerCmdModifier(
                        c -> c.getHostConfig().withInit(true).withCpuShares(SHARES_AT_START));
        this.log = Containers.log(container, logPath());
        this.mailServer = plan.mail()
                .map(settings -> mailServer(role, settings).loggedTo(output.resolve(role + "-mail.log")))
                .orElse(null);
        if (mailServer != null) {
            container.withEnv(TestbedNode.MAIL, "true");
        }
        this.proxy = plan.proxy()
                .filter(relay -> role == Role.SOURCE)
                .map(relay -> relay.proxy().container(plan.host(role.other()), relay.port()))
                .orElse(null);
        networkOwner()
                .withNetwork(network)
                .withNetworkAliases(plan.host(role))
                .withCreateContainerCmdModifier(c -> c.getHostConfig().withSysctls(sysctls));
    }

    private static MailServerContainer mailServer(Role role, MailServerSettings settings) {
        return new MailServerContainer(
                TestbedNode.domain(role),
                List.of(TestbedNode.MAIL_USER),
                Optional.of(TestbedNode.domain(role.other())),
                settings);
    }

    private static GenericContainer<?> container(NodeProgram program) {
        return Containers.of(TestbedImages.NODE)
                .withCommand(program.command().toArray(String[]::new))
                // Native libraries are unpacked in this directory.
                .withTmpFs(Map.of("/tmp", "rw,exec"))
                .withCreateContainerCmdModifier(c -> c.getHostConfig()
                        .withBinds(program.mounts().entrySet().stream()
                                .map(m -> new Bind(m.getKey().toString(), new Volume(m.getValue()), AccessMode.ro))
                                .toArray(Bind[]::new)));
    }

    private Path logPath() {
        return output.resolve(role + ".log");
    }

    void start() {
        if (mailServer != null) {
            mailServer.container().start();
            container.withNetworkMode("container:" + mailServer.container().getContainerId());
        }
        container.start();
        if (proxy != null) {
            proxy.withNetworkMode("container:" + networkOwnerId()).start();
        }
    }

    /** Makes the program resolve a host to these addresses, in this order; to be called before it starts. */
    void knows(String host, String... addresses) {
        for (String address : addresses) {
            container.withExtraHost(host, address);
        }
    }

    String id() {
        return container.getContainerId();
    }

    /** Returns the container whose network the link of the pair ends in: the own mail server's, if there is one. */
    private GenericContainer<?> networkOwner() {
        return mailServer == null ? container : mailServer.container();
    }

    String networkOwnerId() {
        return networkOwner().getContainerId();
    }

    /** Returns the own mail server; empty if the pair has none. */
    Optional<MailServerContainer> mailServer() {
        return Optional.ofNullable(mailServer);
    }

    String address() {
        return Containers.address(networkOwner());
    }

    void awaitReady(Duration limit) {
        String wait = "for i in $(seq " + limit.toSeconds() * 5 + "); do [ -e " + TestbedNode.DIRECTORY + "/"
                + TestbedNode.READY + " ] && exit 0; sleep 0.2; done; exit 1";
        try {
            Containers.output(container, "sh", "-c", wait);
        } catch (IllegalStateException | DockerException notReady) {
            if (Thread.currentThread().isInterrupted()) {
                throw notReady;
            }
            throw new IllegalStateException(
                    "the " + role + " was not ready within " + limit.toSeconds() + " s, or ended; its log is "
                            + logPath() + ":\n" + container.getLogs(),
                    notReady);
        }
    }

    /** Gives the started program the same processor weight as the others. */
    void started() {
        DockerClientFactory.lazyClient()
                .updateContainerCmd(id())
                .withCpuShares(SHARES)
                .exec();
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

    /** Sends SIGTERM, and SIGKILL if the program does not end; the container stays for its files. */
    void stop(int seconds) {
        try {
            DockerClientFactory.lazyClient()
                    .stopContainerCmd(id())
                    .withTimeout(seconds)
                    .exec();
        } catch (NotModifiedException alreadyStopped) {
            // This is the requested state.
        }
    }

    Path collect() throws IOException {
        Path directory = output.resolve(role.toString());
        Files.createDirectories(directory);
        Containers.copy(id(), TestbedNode.DIRECTORY + "/" + TestbedNode.OUTPUT, directory);
        return directory;
    }

    @Override
    public void close() {
        if (proxy != null) {
            proxy.stop();
        }
        container.stop();
        log.close();
        if (mailServer != null) {
            mailServer.close();
        }
    }
}
