/**
 * Runs scenarios with real CXF clients and endpoints, which note every transmission, on real links: in this process over links
 * of the kernel or of a model ({@code demo}), or in containers with faults in the IP layer ({@code testbed}).
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.testbed;

import org.jspecify.annotations.NullMarked;
