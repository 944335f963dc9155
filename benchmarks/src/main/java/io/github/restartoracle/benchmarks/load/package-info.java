/**
 * Load on real endpoints: throughput end to end beside stock CXF and a bare HTTP client, and healthy paths beside paths whose
 * destinations misbehave. Every figure is a ratio of alternating runs in one session.
 */
@NullMarked
package io.github.restartoracle.benchmarks.load;

import org.jspecify.annotations.NullMarked;
