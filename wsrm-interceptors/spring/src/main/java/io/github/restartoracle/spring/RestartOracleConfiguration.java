package io.github.restartoracle.spring;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.internal.destination.DestinationLimits;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.cxf.Bus;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportAware;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.type.AnnotationMetadata;

/**
 * The configuration that {@link EnableRestartOracle} imports. In Spring XML it is a bean beside {@code
 * <context:annotation-config/>}:
 *
 * <pre>{@code
 * <import resource="classpath:META-INF/cxf/cxf.xml"/>
 * <context:annotation-config/>
 * <bean class="io.github.restartoracle.spring.RestartOracleConfiguration"/>
 * }</pre>
 *
 * <p>Properties come from the environment (system properties, {@code @PropertySource}), which placeholders of XML are not part
 * of.
 */
@Configuration(proxyBeanMethods = false)
public final class RestartOracleConfiguration implements ImportAware {
    private static final String RM = "rm.";

    private String oracle = "";

    /** Creates the configuration; called by Spring. */
    public RestartOracleConfiguration() {}

    @Override
    public void setImportMetadata(AnnotationMetadata importing) {
        Map<String, Object> attributes = importing.getAnnotationAttributes(EnableRestartOracle.class.getName());
        if (attributes != null) {
            oracle = String.valueOf(attributes.get("value"));
        }
    }

    @Bean
    ReliableBuses restartOracleBuses(ConfigurableEnvironment environment, ListableBeanFactory beans) {
        Map<String, String> library = properties(environment);
        Map<String, String> messaging = new TreeMap<>(library);
        // The library itself reads one property of the section.
        Predicate<String> isOwn = name -> name.startsWith(RM) && !DestinationLimits.NAMES.contains(name);
        library.keySet().removeIf(isOwn);
        messaging.keySet().removeIf(isOwn.negate());
        if (!oracle.isEmpty()) {
            library.putIfAbsent("oracle", oracle);
        }
        return new ReliableBuses(
                Settings.of(library),
                ReliableMessaging.from(Settings.of(messaging).section("rm")),
                beans);
    }

    private static Map<String, String> properties(ConfigurableEnvironment environment) {
        Map<String, String> properties = new TreeMap<>();
        environment.getPropertySources().stream()
                .filter(EnumerablePropertySource.class::isInstance)
                .flatMap(source -> Arrays.stream(((EnumerablePropertySource<?>) source).getPropertyNames()))
                .filter(name -> hasPrefix(name, environment))
                .forEach(name -> properties.put(name.substring(Settings.PREFIX.length()), value(name, environment)));
        return properties;
    }

    private static String value(String name, ConfigurableEnvironment environment) {
        return Objects.toString(environment.getProperty(name), "");
    }

    private static boolean hasPrefix(String name, ConfigurableEnvironment environment) {
        Settings.meant(name).ifPresent(meant -> {
            throw SettingException.unknown(name, value(name, environment), "did you mean " + meant + "?");
        });
        return name.startsWith(Settings.PREFIX);
    }

    @Bean
    RestartOracle restartOracle(Bus bus, ReliableBuses buses) {
        return buses.install(bus);
    }
}
