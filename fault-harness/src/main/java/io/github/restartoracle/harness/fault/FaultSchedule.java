package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The faults of one run. Faults of different kinds may overlap; two disruptions, two losses or two drops of the same position
 * may not overlap in time and direction, since the request would be unclear.
 *
 * <p>Jackson reads it with {@link FaultFormat}, so it may be a component of any scenario record.
 *
 * @param faults the faults, in any order
 */
public record FaultSchedule(List<Fault> faults) {
    public FaultSchedule {
        faults = List.copyOf(faults);
        for (int i = 1; i < faults.size(); i++) {
            requireNoConflict(faults.subList(0, i), faults.get(i));
        }
    }

    /**
     * Returns a schedule for an undisturbed run.
     *
     * @return a schedule without faults
     */
    public static FaultSchedule none() {
        return new FaultSchedule(List.of());
    }

    /**
     * Returns a schedule of given faults.
     *
     * @param faults the faults, in any order
     * @return the schedule
     * @throws IllegalArgumentException if two of them contradict each other
     */
    public static FaultSchedule of(Fault... faults) {
        return new FaultSchedule(List.of(faults));
    }

    /**
     * Parses a schedule from YAML text: a list of faults.
     *
     * @param yaml the text, such as <code>- {at: 60s, for: 60s, disrupt: both}</code>
     * @return the schedule
     * @throws FormatException if the text is not a list of faults
     */
    public static FaultSchedule parse(String yaml) {
        return StrictYaml.ofDefaults().read("schedule", yaml, FaultSchedule.class);
    }

    /**
     * Returns this schedule with one fault more.
     *
     * @param fault the fault to add
     * @return the longer schedule
     * @throws IllegalArgumentException if it contradicts a fault of this schedule
     */
    public FaultSchedule and(Fault fault) {
        List<Fault> longer = new ArrayList<>(faults);
        longer.add(fault);
        return new FaultSchedule(longer);
    }

    /**
     * Returns this schedule as the other end of the link sees it.
     *
     * @return the schedule with all directions turned
     */
    public FaultSchedule turned() {
        return new FaultSchedule(faults.stream()
                .map(fault -> fault.with(fault.window(), fault.direction().turned()))
                .toList());
    }

    /**
     * Returns the faults of one kind.
     *
     * @param kind the record class
     * @param <F> the kind
     * @return those faults, in order
     */
    public <F extends Fault> Stream<F> all(Class<F> kind) {
        return faults.stream().filter(kind::isInstance).map(kind::cast);
    }

    /**
     * Tells if no packet gets through.
     *
     * @param sinceStart the time since the start of the run
     * @param direction {@link Direction#FORWARD} or {@link Direction#BACKWARD}
     * @return true during a disruption of that direction
     */
    public boolean disruptedAt(Duration sinceStart, Direction direction) {
        return active(Disruption.class, sinceStart, direction).findAny().isPresent();
    }

    /**
     * Returns the random loss at a moment.
     *
     * @param sinceStart the time since the start of the run
     * @param direction {@link Direction#FORWARD} or {@link Direction#BACKWARD}
     * @return the probability, 0 if there is none
     */
    public double lossAt(Duration sinceStart, Direction direction) {
        return active(RandomLoss.class, sinceStart, direction)
                .mapToDouble(RandomLoss::probability)
                .sum();
    }

    private <F extends Fault> Stream<F> active(Class<F> kind, Duration sinceStart, Direction direction) {
        return all(kind)
                .filter(f -> f.direction().overlaps(direction) && f.window().contains(sinceStart.toNanos()));
    }

    private static void requireNoConflict(List<Fault> earlier, Fault fault) {
        for (Fault other : earlier) {
            if (fault.conflictsWith(other)) {
                throw new IllegalArgumentException("the fault " + fault.notation() + " overlaps " + other.notation());
            }
        }
    }
}
