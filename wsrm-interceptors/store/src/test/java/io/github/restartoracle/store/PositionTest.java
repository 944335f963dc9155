package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.junit.jupiter.api.Test;

class PositionTest {
    @Test
    void shouldResumeWhatWaitsForAnEarlierMessage() throws Exception {
        DestinationSequence sequence = Sequences.destination("urn:uuid:d");
        Field field = DestinationSequence.class.getDeclaredField("continuations");
        field.setAccessible(true);
        @SuppressWarnings("unchecked") // CXF's field has no other type
        Map<Long, Continuation> waiting = (Map<Long, Continuation>) field.get(sequence);
        List<String> resumed = new ArrayList<>();
        for (long number : new long[] {2, 3}) {
            waiting.put(number, (Continuation) Proxy.newProxyInstance(
                    PositionTest.class.getClassLoader(), new Class<?>[] {Continuation.class}, (proxy, method, none) -> {
                        resumed.add(method.getName() + " " + number);
                        return null;
                    }));
        }
        Position.letGo(sequence);
        assertThat(resumed).containsExactly("resume 2", "resume 3");
        assertThat(waiting).isEmpty();
    }
}
