/**
 * Carries faults out: in the IP layer of containers (nftables, and netem where the kernel has it), in front of them
 * (Toxiproxy), or inside one process ({@link io.github.restartoracle.harness.inject.InProcessLink}). Each injector counts its
 * actions, so that {@link io.github.restartoracle.harness.proof} can compare them to the requested faults.
 */
@NullMarked
package io.github.restartoracle.harness.inject;

import org.jspecify.annotations.NullMarked;
