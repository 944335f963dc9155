/**
 * Links with faults on one machine: modelled inside one process
 * ({@link io.github.restartoracle.harness.inject.InProcessLink}), or in the kernel
 * ({@link io.github.restartoracle.harness.inject.KernelLink}). Each injector counts its actions, so that
 * {@link io.github.restartoracle.harness.proof} can compare them to the requested faults.
 */
@NullMarked
package io.github.restartoracle.harness.inject;

import org.jspecify.annotations.NullMarked;
