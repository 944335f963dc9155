package io.github.restartoracle.spring.boot;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Logs of CXF's mechanics of transmission from WARN on, unless the application sets that level itself: every transmission, the
 * first included, goes through them, and they have two lines at INFO for each.
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
