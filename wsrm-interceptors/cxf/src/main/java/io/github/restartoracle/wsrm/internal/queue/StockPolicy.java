package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.oracle.TimeoutBounds;
import io.github.restartoracle.oracle.path.CanaryConfig;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.policy.AssertionInfo;
import org.apache.cxf.ws.policy.AssertionInfoMap;
import org.apache.cxf.ws.policy.builder.jaxb.JaxbAssertion;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.apache.cxf.ws.rm.policy.RMPolicyUtilities;
import org.apache.cxf.ws.rmp.v200502.RMAssertion;

/**
 * CXF's own configuration of retransmission for an endpoint, from the {@code RMManager}, an {@code RMFeature} or a policy.
 * A value that differs from CXF's default is used for properties that the application does not set.
 *
 * @param baseMillis the {@code BaseRetransmissionInterval}, 0 if it is CXF's default; a policy in a WSDL may ask for that
 * @param ackMillis the {@code AcknowledgementInterval}, for which the destination may hold acknowledgements back; 0 for
 *     none
 * @param exponential true if the interval doubles
 * @param maxRetries the maximum number of restarts of a message, less than 0 for no limit
 */
record StockPolicy(long baseMillis, long ackMillis, boolean exponential, int maxRetries) {
    /** An empty configuration. */
    static final StockPolicy NONE = new StockPolicy(0, 0, true, -1);

    private static final long DEFAULT_MILLIS = Long.parseLong(RetransmissionQueue.DEFAULT_BASE_RETRANSMISSION_INTERVAL);
    private static final long LEAST_PATIENCE_MILLIS = 1000;

    static StockPolicy of(RMManager manager, Message message) {
        RMConfiguration configuration = manager.getEffectiveConfiguration(message);
        Long set = configuration == null ? null : configuration.getBaseRetransmissionInterval();
        long base = set == null ? 0 : Math.max(0, set);
        if (base == DEFAULT_MILLIS && !isAsserted(message)) {
            base = 0;
        }
        SourcePolicyType source = manager.getSourcePolicy();
        RetryPolicyType retry = source == null ? null : source.getRetryPolicy();
        return new StockPolicy(
                base,
                configuration == null ? 0 : Math.max(0, configuration.getAcknowledgementIntervalTime()),
                configuration == null || configuration.isExponentialBackoff(),
                retry == null ? -1 : retry.getMaxRetries());
    }

    /**
     * Returns whether a policy names the interval. CXF's default may be written in a policy; elsewhere it cannot be told from
     * an absent value.
     */
    private static boolean isAsserted(Message message) {
        for (AssertionInfo info : RMPolicyUtilities.collectRMAssertions(message.get(AssertionInfoMap.class))) {
            if (info.getAssertion() instanceof JaxbAssertion<?> assertion
                    && assertion.getData() instanceof RMAssertion asserted
                    && asserted.getBaseRetransmissionInterval() != null) {
                return true;
            }
        }
        return false;
    }

    /** Returns the properties that follow from it, except those that are set. */
    Settings in(Settings ours, boolean oracleIsSet) {
        Map<String, String> properties = new LinkedHashMap<>();
        if (baseMillis > 0) {
            properties.put("initial-timeout", baseMillis + "ms");
            if (baseMillis > TimeoutBounds.ofDefaults().max().toMillis()) {
                properties.put("max-timeout", baseMillis + "ms");
            }
            if (oracleIsSet) {
                properties.put("canary.patience", Math.max(LEAST_PATIENCE_MILLIS, baseMillis) + "ms");
            } else {
                properties.put("oracle", exponential ? "exponential-backoff" : "fixed");
            }
        }
        if (ackMillis > 0) {
            properties.put("min-timeout", ackMillis + "ms");
            if (ackMillis > TimeoutBounds.ofDefaults().max().toMillis() && ackMillis > baseMillis) {
                properties.put("max-timeout", ackMillis + "ms");
            }
        }
        if (ackMillis >= CanaryConfig.ofDefaults().patience().toMillis()) {
            properties.putIfAbsent("canary.patience", ackMillis + LEAST_PATIENCE_MILLIS + "ms");
        }
        if (maxRetries >= 0 && maxRetries < Integer.MAX_VALUE) {
            properties.put("max-attempts", Integer.toString(maxRetries + 1));
        }
        properties.keySet().removeIf(name -> !name.equals("oracle") && ours.text(name) != null);
        return Settings.of(properties);
    }

    /** Returns the configuration in CXF's words. */
    @Override
    public String toString() {
        List<String> all = new ArrayList<>();
        if (baseMillis > 0) {
            all.add("BaseRetransmissionInterval "
                    + Duration.ofMillis(baseMillis).toMillis() + " ms");
            all.add(exponential ? "ExponentialBackoff" : "no ExponentialBackoff");
        }
        if (ackMillis > 0) {
            all.add("AcknowledgementInterval " + ackMillis + " ms");
        }
        if (maxRetries >= 0) {
            all.add("maxRetries " + maxRetries);
        }
        return String.join(", ", all);
    }
}
