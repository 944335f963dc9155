package io.github.restartoracle.harness.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The comparison of requested and applied faults of one run.
 *
 * @param seconds the duration of the run
 * @param verdicts one per fault and direction, in the order of the schedule
 */
public record FaultProof(double seconds, List<FaultVerdict> verdicts) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public FaultProof {
        verdicts = List.copyOf(verdicts);
    }

    /**
     * {@return the comparison of the requested faults to the evidence}
     *
     * @param requested the requested faults
     * @param evidence the measurements
     */
    public static FaultProof of(FaultSchedule requested, Evidence evidence) {
        List<FaultVerdict> verdicts = new ArrayList<>();
        for (Fault fault : requested.faults()) {
            for (Direction direction : fault.direction().each()) {
                verdicts.add(new Judge(requested, evidence, fault, direction).judge());
            }
        }
        return new FaultProof(evidence.length().toMillis() / 1e3, verdicts);
    }

    /**
     * Fails a run of which a fault is known to be missing.
     *
     * @throws FaultNotAppliedException if one was not applied; the message names each
     */
    public void requireApplied() {
        String missing = verdicts.stream()
                .filter(verdict -> verdict.outcome() == Outcome.NOT_APPLIED)
                .map(FaultVerdict::toString)
                .collect(Collectors.joining("\n"));
        if (!missing.isEmpty()) {
            throw new FaultNotAppliedException("this run is void, since faults were not applied:\n" + missing);
        }
    }

    /** {@return the comparison as a JSON object with the components of this record, for a run's manifest} */
    public String toJson() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record of strings and numbers must be writable", e);
        }
    }
}
