package io.github.restartoracle.spring.boot;

import io.github.restartoracle.internal.settings.Spelling;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** Tells which property stopped the start, the source of its value, and the values that would be right. */
final class SettingFailureAnalyzer extends AbstractFailureAnalyzer<SettingException> {
    private final Environment environment;

    SettingFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SettingException cause) {
        ConfigurationProperty property = property(cause.property());
        StringBuilder description = new StringBuilder("The property ").append(cause.property());
        boolean given = cause.isUnknown() || !cause.value().isEmpty();
        description.append(given ? " cannot be used:" : " is missing:").append("%n%n");
        if (given) {
            description
                    .append("    Value: \"")
                    .append(cause.value().replace("%", "%%"))
                    .append("\"%n");
        }
        if (property != null && property.getOrigin() != null) {
            description.append("    Origin: ").append(property.getOrigin()).append("%n");
        }
        description.append("    Problem: ").append(cause.problem().replace("%", "%%"));
        return new FailureAnalysis(
                String.format(description.toString()), given ? correction(cause) : "Set the property.", cause);
    }

    /** Returns advice. If the property is unknown, the user may have meant one with a similar name. */
    private static String correction(SettingException cause) {
        String name = cause.property().substring(Settings.PREFIX.length());
        return Optional.of(name)
                .filter(unknown -> cause.isUnknown())
                .flatMap(unknown -> Spelling.nearest(unknown, PropertyNames.ALL))
                .map(meant -> "Did you mean " + Settings.PREFIX + meant + "? If not, remove the property.")
                .orElse("Correct or remove the property.");
    }

    private @Nullable ConfigurationProperty property(String name) {
        if (environment instanceof ConfigurableEnvironment configurable) {
            ConfigurationPropertyName wanted = ConfigurationPropertyName.adapt(name, '.');
            for (ConfigurationPropertySource source :
                    ConfigurationPropertySources.from(configurable.getPropertySources())) {
                ConfigurationProperty property = source.getConfigurationProperty(wanted);
                if (property != null) {
                    return property;
                }
            }
        }
        return null;
    }
}
