/**
 * The two ends of a reliable path as the experiments use them: real CXF clients and endpoints that note every transmission.
 * They run in one process for the demonstration, and in a container each on the testbed.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.node;

import org.jspecify.annotations.NullMarked;
