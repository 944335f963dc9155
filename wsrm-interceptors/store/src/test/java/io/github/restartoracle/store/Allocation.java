package io.github.restartoracle.store;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** What all threads of this process allocate from now on; what a thread allocates between the last look and its end is not seen. */
final class Allocation {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Map<Long, Long> last = new HashMap<>();
    private long bytes;

    Allocation() {
        look();
        bytes = 0;
    }

    void look() {
        long[] ids = threads.getAllThreadIds();
        long[] allocated = threads.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            if (allocated[i] >= 0) {
                Long former = last.put(ids[i], allocated[i]);
                bytes += allocated[i] - (former == null ? 0 : former);
            }
        }
    }

    long bytes() {
        return bytes;
    }
}
