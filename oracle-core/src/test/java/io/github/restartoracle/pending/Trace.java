package io.github.restartoracle.pending;

import java.util.ArrayList;
import java.util.List;

/** A record of the callbacks. */
final class Trace implements Due<String> {
    final List<String> lines = new ArrayList<>();

    @Override
    public void restart(Pending<String> pending) {
        lines.add("restart " + pending.message() + "#" + pending.attempts());
    }

    @Override
    public void giveUp(Pending<String> pending) {
        lines.add("giveUp " + pending.message() + "#" + pending.attempts());
    }
}
