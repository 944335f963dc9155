package io.github.restartoracle.world;

/** A process that can be killed between any two of its tasks, paused, and started again. Not thread-safe. */
abstract class VirtualProcess {
    final World world;
    final String name;
    private int life;
    private boolean up;
    private long pausedUntil = Long.MIN_VALUE;

    VirtualProcess(World world, String name) {
        this.world = world;
        this.name = name;
    }

    /** Returns the number of its present life; another number belongs to another life. */
    int life() {
        return life;
    }

    boolean isUp() {
        return up;
    }

    boolean isPaused() {
        return pausedUntil > world.time.sinceStart();
    }

    /** Runs a task of this life after a time. */
    void after(long nanos, Runnable task) {
        int own = life;
        world.time.after(nanos, () -> run(own, task));
    }

    private void run(int own, Runnable task) {
        if (own != life || !up) {
            return;
        }
        if (isPaused()) {
            world.time.after(pausedUntil - world.time.sinceStart(), () -> run(own, task));
        } else {
            task.run();
        }
    }

    void start() {
        up = true;
        world.trace(() -> name + " starts");
        started();
    }

    void kill() {
        if (up) {
            world.trace(() -> name + " is killed");
            up = false;
            life++;
            pausedUntil = Long.MIN_VALUE;
            killed();
        }
    }

    void pause(long nanos) {
        world.trace(() -> name + " is paused for " + nanos / 1e9);
        pausedUntil = Math.max(pausedUntil, world.time.sinceStart() + nanos);
    }

    /** Begins the work of the process. */
    abstract void started();

    /** Drops the state in memory. */
    abstract void killed();
}
