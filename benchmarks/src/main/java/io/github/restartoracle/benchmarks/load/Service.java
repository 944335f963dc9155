package io.github.restartoracle.benchmarks.load;

import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cxf.Bus;

/**
 * A process that takes orders until its standard input ends: the name of a stack, and the addresses to listen at. Asked, it tells
 * the nanoseconds of CPU time that it has used.
 */
final class Service {
    private Service() {}

    public static void main(String[] arguments) throws IOException {
        LongAdder delivered = new LongAdder();
        Bus bus = Stack.valueOf(arguments[0]).bus("none", TransmissionListener.NONE);
        for (int i = 1; i < arguments.length; i++) {
            Stack.serve(bus, arguments[i], order -> delivered.increment());
        }
        Child.tell("ready");
        while (Child.isAsked()) {
            Child.tell(String.valueOf(Load.cpuNanos()));
        }
        bus.shutdown(true);
    }
}
