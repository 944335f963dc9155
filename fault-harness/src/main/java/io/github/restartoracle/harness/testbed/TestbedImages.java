package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.BuildImageResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ContainerConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/**
 * The images of the testbed. One that is missing, or was built from other sources than these, is built at once; that needs
 * {@code debian:bookworm-slim} or a registry to pull it from.
 */
public final class TestbedImages {
    /** The image of a node: a JRE 17. */
    public static final String NODE = "restart-oracle/node:1";
    /** The image of a fault sidecar. */
    public static final String SIDECAR = "restart-oracle/sidecar:2";
    /** The image of a mail server. */
    public static final String MAIL = "restart-oracle/mail:1";
    /** The property that names an image of Toxiproxy to be used in place of the published one. */
    public static final String TOXIPROXY_PROPERTY = "restart-oracle.testbed.toxiproxy-image";

    private static final String PROXY = "restart-oracle/proxy:1";
    private static final Logger LOG = LoggerFactory.getLogger(TestbedImages.class);
    private static final String SOURCE_LABEL = "io.github.restartoracle.source";
    private static final String TOXIPROXY = "ghcr.io/shopify/toxiproxy:2.12.0";
    private static final String LOCAL_TOXIPROXY = "restart-oracle/toxiproxy:2.12.0";
    private static final String HOW_TO = "on a machine without a registry run .ci/docker-testbed as root, with one run"
            + " fault-harness/src/main/docker/build.sh, and look at what it says";

    private static boolean checked;

    private TestbedImages() {}

    /**
     * Ensures that the images of node, sidecar and mail server exist and are current.
     *
     * @throws IllegalStateException if one does not and cannot be built; the message names a solution
     */
    public static synchronized void require() {
        if (!checked) {
            require(NODE, "node", List.of("Dockerfile"));
            require(SIDECAR, "sidecar", List.of("Dockerfile", "link", "linkprobe.c", "nfqdelay.c"));
            require(MAIL, "mail", List.of("Dockerfile", "dovecot.conf", "mailserver", "main.cf"));
            checked = true;
        }
    }

    /** Returns the image of the proxies besides Toxiproxy; builds it if it is missing or out of date. */
    static synchronized String proxy() {
        require(PROXY, "proxy", List.of("Dockerfile", "proxy"));
        return PROXY;
    }

    /**
     * Returns the image of Toxiproxy: the one that the property {@value #TOXIPROXY_PROPERTY} names, or the local build of
     * {@code .ci/docker-testbed} if it exists, or the published one.
     */
    public static DockerImageName toxiproxy() {
        String fallback = labelsOf(LOCAL_TOXIPROXY) == null ? TOXIPROXY : LOCAL_TOXIPROXY;
        return DockerImageName.parse(System.getProperty(TOXIPROXY_PROPERTY, fallback));
    }

    private static void require(String image, String name, List<String> files) {
        String source = digest(name, files);
        Map<String, String> labels = labelsOf(image);
        if (labels == null || !source.equals(labels.get(SOURCE_LABEL))) {
            LOG.info("building {}, which is {}", image, labels == null ? "missing" : "out of date");
            try {
                build(image, name, files, source);
            } catch (IOException | RuntimeException e) {
                throw new IllegalStateException("the image " + image + " cannot be built: " + HOW_TO, e);
            }
        }
    }

    /** Returns the labels of an image; null if there is no such image. */
    private static @Nullable Map<String, String> labelsOf(String image) {
        try {
            ContainerConfig config = DockerClientFactory.lazyClient()
                    .inspectImageCmd(image)
                    .exec()
                    .getConfig();
            Map<String, String> labels = config == null ? null : config.getLabels();
            return labels == null ? Map.of() : labels;
        } catch (NotFoundException missing) {
            return null;
        }
    }

    private static void build(String image, String name, List<String> files, String source) throws IOException {
        Path context = Files.createTempDirectory("testbed-image");
        try {
            for (String file : files) {
                Files.write(context.resolve(file), read(name, file));
            }
            DockerClient docker = DockerClientFactory.lazyClient();
            docker.buildImageCmd(context.toFile())
                    .withTags(Set.of(image))
                    .withLabels(Map.of(SOURCE_LABEL, source))
                    .exec(new BuildImageResultCallback())
                    .awaitImageId(15, TimeUnit.MINUTES);
        } finally {
            for (String file : files) {
                Files.deleteIfExists(context.resolve(file));
            }
            Files.delete(context);
        }
    }

    /** Returns the digest of an image's sources, computed as in build.sh. */
    private static String digest(String name, List<String> files) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            for (String file : files.stream().sorted().toList()) {
                sha256.update((file + "\n").getBytes(StandardCharsets.UTF_8));
                sha256.update(read(name, file));
            }
            return HexFormat.of().formatHex(sha256.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JRE has SHA-256", e);
        }
    }

    private static byte[] read(String name, String file) {
        String resource = "/io/github/restartoracle/harness/docker/" + name + "/" + file;
        try (InputStream in = TestbedImages.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + resource);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
