package io.github.restartoracle.benchmarks.load;

import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.IOException;
import java.util.Map;
import org.apache.cxf.Bus;

/**
 * A process that receives orders until its standard input ends. Its arguments: the name of a stack or of {@link BareHttp}, and
 * the addresses to listen on. On each question it prints the nanoseconds of CPU time and the most bytes of heap that it has used.
 */
final class LoadService {
    /** Accepts every order at once. */
    private static final class Taker implements Orders {
        @Override
        public void put(String order) {
            // The order needs no work.
        }

        @Override
        public String confirm(String order) {
            return order;
        }

        @Override
        public void file(byte[] document) {
            // The document needs no work.
        }
    }

    private LoadService() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals(BareHttp.NAME)) {
            BareHttp.serve(arguments[1]);
        } else {
            Bus bus = Stack.valueOf(arguments[0]).bus(Map.of("oracle", "none"), TransmissionListener.NONE);
            for (int i = 1; i < arguments.length; i++) {
                Stack.serve(bus, arguments[i], new Taker());
            }
        }
        Child.tell();
        while (Child.isAsked()) {
            Child.tell(Measures.cpuNanos(), Measures.peakHeapBytes());
        }
        System.exit(0);
    }
}
