/**
 * Load on real endpoints: end-to-end throughput compared with stock CXF and a bare HTTP client, and healthy paths next to paths
 * whose destinations misbehave. Every figure is a ratio of alternating runs in one session.
 */
@NullMarked
package io.github.restartoracle.benchmarks.load;

import org.jspecify.annotations.NullMarked;
