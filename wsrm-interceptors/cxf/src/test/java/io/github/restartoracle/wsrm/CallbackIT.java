package io.github.restartoracle.wsrm;

import static org.awaitility.Awaitility.await;

import jakarta.xml.ws.BindingProvider;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.ws.rm.MessageCallback;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackIT {
    @ParameterizedTest(name = "failing when the call is accepted: {0}")
    @ValueSource(booleans = {false, true})
    void shouldTellTheCallbackOfACallThatItIsAcknowledged(boolean failing) {
        List<Long> acknowledged = new CopyOnWriteArrayList<>();
        MessageCallback callback = new MessageCallback() {
            @Override
            public void messageAccepted(String sequence, long number) {
                if (failing) {
                    throw new IllegalStateException("a fault of the application");
                }
            }

            @Override
            public void messageAcknowledged(String sequence, long number) {
                acknowledged.add(number);
            }
        };
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            pair.orders.put("an order without a callback");
            ((BindingProvider) pair.orders).getRequestContext().put(RMMessageConstants.RM_CLIENT_CALLBACK, callback);
            pair.orders.put("an order with one");
            await().until(() -> acknowledged.equals(List.of(2L)));
        }
    }
}
