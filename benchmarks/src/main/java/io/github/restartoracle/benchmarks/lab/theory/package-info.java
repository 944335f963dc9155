/**
 * Results for a scenario without a run: the ETT and the URC of the oracles that do not adapt, and the best ETT that any sender
 * could reach.
 *
 * <p>Terms: a message {@code m_i} is due at {@code s_i1}; its attempt {@code j} arrives at {@code r_ij}, infinite if it is
 * lost. {@code ETT_i = min_j r_ij - s_i1} (Effective Transmission Time); {@code URC_i = n_i - |{j < k* : r_ij infinite}| - 1}
 * with {@code k* = argmin_j r_ij} (Unnecessary Resource Consumption). A disruption is 100 % loss for a time. SYN: the first
 * packet of a TCP connection, repeated by the kernel until it is answered.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.theory;

import org.jspecify.annotations.NullMarked;
