/**
 * The restart oracles' SPI and the catalog that finds them by name.
 *
 * <p>Terms, as every package here uses them:
 *
 * <ul>
 *   <li><b>path</b>: an RM source and a destination address. It owns one oracle, which outlives sequences.
 *   <li><b>message</b> m<sub>i</sub>, <b>attempt</b> (transmission) j, 1 for the first, with dispatch time s<sub>ij</sub> and
 *       arrival time r<sub>ij</sub>, which is infinite if the transmission is lost.
 *   <li><b>timeout</b> &tau;: the time to wait after a transmission. <b>Restart</b>: to transmit again.
 *   <li><b>ETT</b>, effective transmission time: min<sub>j</sub> r<sub>ij</sub> - s<sub>i1</sub>.
 *   <li><b>URC</b>, unnecessary resource consumption: n<sub>i</sub> - |{j &lt; k* : r<sub>ij</sub> infinite}| - 1, with
 *       n<sub>i</sub> transmissions, of which k* arrives first.
 *   <li><b>RTT sample</b>: the time from a transmission to its acknowledgement. It is <b>ambiguous</b> when it is unknown which
 *       transmission was acknowledged, <b>exact</b> when the destination says so. <b>Karn's rule</b>: do not learn from an
 *       ambiguous sample.
 *   <li><b>SRTT, RTTVAR, RTO, G</b>: smoothed round trip time, its mean deviation, retransmission timeout and timer
 *       granularity, as in RFC 6298.
 *   <li><b>stage</b>: the progress of a transmission that the transport reports: connecting, written, received, answered,
 *       failed. <b>Race</b>: to open one more connection for a message that connects. <b>Canary</b>: the one message that goes
 *       on trying while a path is <b>down</b>; each try is a <b>probe</b>.
 *   <li><b>disruption</b>: 100 % loss for a time. <b>Loss</b>: random, per direction.
 * </ul>
 *
 * <p>"The paper" is Reinecke, van Moorsel, Wolter: The Fast and the Fair: A Fault-Injection-Driven Comparison of Restart
 * Oracles for Reliable Web Services (QEST 2006).
 */
@NullMarked
package io.github.restartoracle.oracle;

import org.jspecify.annotations.NullMarked;
