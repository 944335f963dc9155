/**
 * The suite {@code http-latency}: "The impact of network packet loss on HTTP latency", a blog's 12 cells of 10,000 GET requests
 * from a Tomcat 6 over 100 Mbit Ethernet with {@code tc}'s random loss.
 */
@NullMarked
package io.github.restartoracle.benchmarks.papers.latency;

import org.jspecify.annotations.NullMarked;
