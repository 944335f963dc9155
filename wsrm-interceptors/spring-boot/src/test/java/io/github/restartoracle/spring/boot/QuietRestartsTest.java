package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

class QuietRestartsTest {
    /** An application of nothing. */
    static final class Nothing {}

    @ParameterizedTest
    @CsvSource({
        "--restart-oracle.oracle=fixed, warn",
        "--restart-oracle.oracle=fixed --" + QuietRestarts.LEVEL + "=info, info",
        "--no-oracle=true, none"
    })
    void shouldQuietCxfUnlessTheApplicationSaysOtherwise(String arguments, String level) {
        SpringApplication application = new SpringApplication(Nothing.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of("spring.main.banner-mode", "off"));
        try (ConfigurableApplicationContext context = application.run(arguments.split(" ", -1))) {
            assertThat(context.getEnvironment().getProperty(QuietRestarts.LEVEL, "none"))
                    .isEqualTo(level);
        }
    }
}
