package io.github.restartoracle.wsrm.recorder;

import io.github.restartoracle.ledger.TransmissionSummary;
import io.github.restartoracle.wsrm.internal.runtime.Management;
import java.util.Locale;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.cxf.Bus;
import org.apache.cxf.management.ManagedComponent;
import org.apache.cxf.management.annotation.ManagedAttribute;
import org.apache.cxf.management.annotation.ManagedOperation;
import org.apache.cxf.management.annotation.ManagedResource;

/**
 * The recorder of a bus in JMX: {@code org.apache.cxf:bus.id=ID,type=RestartOracleRecorder}. Thread-safe.
 */
@ManagedResource(
        componentName = "RestartOracleRecorder",
        description = "Effective transmission time and unnecessary transmissions")
public final class ManagedPathRecorder implements ManagedComponent {
    private final Bus bus;
    private final PathRecorder recorder;

    ManagedPathRecorder(Bus bus, PathRecorder recorder) {
        this.bus = bus;
        this.recorder = recorder;
    }

    @Override
    public ObjectName getObjectName() throws JMException {
        return Management.name(bus, "RestartOracleRecorder");
    }

    /** {@return the summary of all paths in one line} */
    @ManagedAttribute(description = "ETT and URC of all paths")
    public String getSummary() {
        return line("all", recorder.summary());
    }

    /** {@return the summary of each path, a line each, in the order of their names} */
    @ManagedAttribute(description = "ETT and URC of each path")
    public String[] getPaths() {
        return recorder.summaries().entrySet().stream()
                .map(path -> line(path.getKey().endpoint() + " " + path.getKey().address(), path.getValue()))
                .sorted()
                .toArray(String[]::new);
    }

    /** {@return the distribution of the ETT as the content of an {@code .hlog} file of HdrHistogram} */
    @ManagedOperation(description = "The distribution of the ETT as the content of an .hlog file")
    public String histogramLog() {
        return recorder.histogramLog();
    }

    private static String line(String name, TransmissionSummary summary) {
        return String.format(
                Locale.ROOT,
                "%s: %d messages, ETT mean %.3f s, p50 %.3f s, p95 %.3f s, p99 %.3f s, max %.3f s; URC %.4f;"
                        + " %.3f transmissions per message; %d lost",
                name,
                summary.messages(),
                summary.ettSeconds().mean(),
                summary.ettP50Seconds(),
                summary.ettP95Seconds(),
                summary.ettP99Seconds(),
                summary.ettMaxSeconds(),
                summary.urc().mean(),
                summary.attemptsMean(),
                summary.lost());
    }
}
