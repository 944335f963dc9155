/**
 * Proof that the requested faults were applied. Two kinds of evidence: the injector's own counters, and a thin probe flow
 * beside the traffic whose gaps show when a disruption really began and ended. A run whose faults were not applied is void, so
 * {@link io.github.restartoracle.harness.proof.FaultProof#requireApplied()} fails it.
 */
@NullMarked
package io.github.restartoracle.harness.proof;

import org.jspecify.annotations.NullMarked;
