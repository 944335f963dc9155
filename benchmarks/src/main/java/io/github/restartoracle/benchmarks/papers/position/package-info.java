/**
 * The suite {@code loss-position}: J. Garcia, P. Hurtig, A. Brunstrom, "The Effect of Packet Loss on the Response Times of Web
 * Services", WEBIST 2007, DOI 10.5220/0001285202750283.
 */
@NullMarked
package io.github.restartoracle.benchmarks.papers.position;

import org.jspecify.annotations.NullMarked;
