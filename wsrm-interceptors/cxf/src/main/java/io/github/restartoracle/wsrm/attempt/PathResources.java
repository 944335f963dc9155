package io.github.restartoracle.wsrm.attempt;

import io.github.restartoracle.wsrm.runtime.ByteBudget;
import java.util.concurrent.Executor;

/**
 * The resources of one path that its attempts share, bounded so that a path which uses them up delays no other.
 * Thread-safe.
 *
 * @param sending prepares transmissions, which runs the user's interceptors
 * @param receiving runs the other tasks that may block in the course of an attempt: looking up names, judging certificates,
 *     tasks of TLS, reading responses through the user's interceptors
 * @param telling reports messages given up and sequences forgotten, in order: runs the user's listeners, and writes to the
 *     store
 * @param responses bytes of responses that may be buffered at once
 * @param messages bytes of unacknowledged messages that may be held in memory at once
 */
public record PathResources(
        Executor sending, Executor receiving, Executor telling, ByteBudget responses, ByteBudget messages) {}
