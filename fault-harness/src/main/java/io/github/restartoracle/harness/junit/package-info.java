/**
 * Faulty links for tests of one's own service. {@link io.github.restartoracle.harness.junit.FaultyLinkExtension} needs only the
 * JVM; {@link io.github.restartoracle.harness.junit.TestbedExtension} needs Docker and has real packets.
 */
@NullMarked
package io.github.restartoracle.harness.junit;

import org.jspecify.annotations.NullMarked;
