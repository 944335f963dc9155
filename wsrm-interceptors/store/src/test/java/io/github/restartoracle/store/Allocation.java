package io.github.restartoracle.store;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * The bytes that all threads of this process allocate from now on. The bytes that a thread allocates between the last call of
 * {@link #look} and its end are not counted.
 */
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
