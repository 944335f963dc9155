package io.github.restartoracle.spring.boot;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Logs of CXF's mechanics of retransmission from WARN on, unless the application sets that level itself: they have two lines at
 * INFO for each restart, and oracles may call for many.
 */
final class QuietRestarts implements EnvironmentPostProcessor, Ordered {
    static final String LEVEL = "logging.level.org.apache.cxf.ws.rm.soap.RetransmissionQueueImpl";

    /** Made by Spring. */
    QuietRestarts() {}

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (environment.containsProperty("restart-oracle.oracle")) {
            environment.getPropertySources().addLast(new MapPropertySource("restart-oracle", Map.of(LEVEL, "warn")));
        }
    }

    @Override
    public int getOrder() {
        // After the application's own properties are read.
        return Ordered.LOWEST_PRECEDENCE;
    }
}
