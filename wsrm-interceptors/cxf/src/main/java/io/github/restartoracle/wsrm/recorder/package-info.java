/**
 * Counts the effective transmission time and the unnecessary resource consumption of a running bus: {@link
 * io.github.restartoracle.wsrm.recorder.PathRecorder} is a listener that feeds a {@link
 * io.github.restartoracle.ledger.TransmissionRecorder} for each path, which meters, JMX and Actuator read.
 */
@NullMarked
package io.github.restartoracle.wsrm.recorder;

import org.jspecify.annotations.NullMarked;
