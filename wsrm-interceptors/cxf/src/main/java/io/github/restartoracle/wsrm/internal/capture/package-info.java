/**
 * The outgoing chain of reliable messages: {@code CaptureOut} captures a one-way call in place of CXF's interceptor,
 * {@code Template} keeps the parts that a transmission needs, and {@code TemplateSender} transmits from a template through
 * the user's interceptors.
 */
@NullMarked
package io.github.restartoracle.wsrm.internal.capture;

import org.jspecify.annotations.NullMarked;
