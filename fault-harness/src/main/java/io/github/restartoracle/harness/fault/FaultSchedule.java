package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The faults of one run. Faults of different kinds may overlap; two disruptions, two losses, two resets or two drops of the
 * same position may not overlap in time and direction, since the request would be unclear.
 *
 * <p>{@link StrictYaml} reads it as a component of any scenario record.
 *
 * @param faults the faults, in any order
 */
public record FaultSchedule(List<Fault> faults) {
    public FaultSchedule {
        faults = List.copyOf(faults);
        for (int i = 1; i < faults.size(); i++) {
            for (Fault earlier : faults.subList(0, i)) {
                requireNoConflict(earlier, faults.get(i));
            }
        }
    }

    private static void requireNoConflict(Fault earlier, Fault fault) {
        boolean otherPosition = earlier instanceof PacketDrop one
                && fault instanceof PacketDrop other
                && one.position() != other.position();
        if (earlier.getClass() == fault.getClass() && !otherPosition && earlier.overlaps(fault)) {
            throw new IllegalArgumentException("the fault " + fault.notation() + " overlaps " + earlier.notation());
        }
    }

    /** {@return a schedule without faults} */
    public static FaultSchedule none() {
        return new FaultSchedule(List.of());
    }

    /**
     * {@return a schedule of given faults}
     *
     * @param faults the faults, in any order
     * @throws IllegalArgumentException if two of them contradict each other
     */
    public static FaultSchedule of(Fault... faults) {
        return new FaultSchedule(List.of(faults));
    }

    /**
     * Parses a schedule.
     *
     * @param yaml a list of faults, such as <code>- {at: 60s, for: 60s, disrupt: both}</code>
     * @return the schedule
     * @throws FormatException if the text is not a list of faults
     */
    public static FaultSchedule parse(String yaml) {
        return StrictYaml.ofDefaults().read("schedule", yaml, FaultSchedule.class);
    }

    /**
     * {@return this schedule with one fault more}
     *
     * @param fault the fault to add
     * @throws IllegalArgumentException if it contradicts a fault of this schedule
     */
    public FaultSchedule and(Fault fault) {
        List<Fault> longer = new ArrayList<>(faults);
        longer.add(fault);
        return new FaultSchedule(longer);
    }

    /** {@return this schedule as the other end of the link sees it, with all directions turned} */
    public FaultSchedule turned() {
        return new FaultSchedule(faults.stream()
                .map(fault -> fault.with(fault.window(), fault.direction().turned()))
                .toList());
    }

    /**
     * {@return the faults of one kind, in order}
     *
     * @param kind the record class
     * @param <F> the kind
     */
    public <F extends Fault> Stream<F> all(Class<F> kind) {
        return faults.stream().filter(kind::isInstance).map(kind::cast);
    }

    /**
     * {@return the probability of random loss at a moment, 0 if there is none}
     *
     * @param sinceStart the time since the start of the run
     * @param direction {@link Direction#FORWARD} or {@link Direction#BACKWARD}
     */
    public double lossAt(Duration sinceStart, Direction direction) {
        return all(RandomLoss.class)
                .filter(loss ->
                        loss.direction().overlaps(direction) && loss.window().contains(sinceStart.toNanos()))
                .mapToDouble(RandomLoss::probability)
                .sum();
    }
}
