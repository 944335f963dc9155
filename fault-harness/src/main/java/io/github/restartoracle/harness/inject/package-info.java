/**
 * Carries faults out: in the IP layer of containers (nftables, and netem where the kernel has it), in front of them
 * (Toxiproxy), or inside one process ({@link io.github.restartoracle.harness.inject.InProcessLink}). Each injector counts
 * what it does, so that {@link io.github.restartoracle.harness.proof} can compare it to what was asked for.
 */
@NullMarked
package io.github.restartoracle.harness.inject;

import org.jspecify.annotations.NullMarked;
