package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.log.Logs;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.slf4j.Logger;

/**
 * Tells which of CXF's own properties of retransmission have no effect, once for each endpoint: an oracle decides instead.
 * Stateless.
 */
final class StockPolicies {
    private static final Logger LOG = Logs.of(StockPolicies.class);
    private static final String TOLD = StockPolicies.class.getName();
    private static final long DEFAULT_MILLIS = Long.parseLong(RetransmissionQueue.DEFAULT_BASE_RETRANSMISSION_INTERVAL);

    private StockPolicies() {}

    static void tell(RMManager manager, Message message) {
        Endpoint endpoint = message.getExchange().getEndpoint();
        if (endpoint.putIfAbsent(TOLD, true) != null) {
            return;
        }
        RMConfiguration configuration = manager.getEffectiveConfiguration(message);
        Long millis = configuration == null ? null : configuration.getBaseRetransmissionInterval();
        if (millis != null && millis != DEFAULT_MILLIS) {
            LOG.warn(
                    "CXF's BaseRetransmissionInterval of {} ms has no effect on {}: its restart oracle decides, see"
                            + " restart-oracle.initial-timeout",
                    millis,
                    endpoint.getEndpointInfo().getName());
        }
        SourcePolicyType source = manager.getSourcePolicy();
        RetryPolicyType retry = source == null ? null : source.getRetryPolicy();
        if (retry != null && retry.getMaxRetries() >= 0) {
            LOG.warn(
                    "CXF's maxRetries of {} has no effect on {}: see restart-oracle.max-attempts",
                    retry.getMaxRetries(),
                    endpoint.getEndpointInfo().getName());
        }
    }
}
