package io.github.restartoracle.spring.boot;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Refuses unknown properties of an application that has no oracle: one of them may be a misspelt {@code
 * restart-oracle.oracle}, without which nothing is installed. Sections are left alone; they may be an oracle's of the
 * application.
 */
@AutoConfiguration(after = RestartOracleAutoConfiguration.class)
@ConditionalOnMissingBean(RestartOracle.class)
public final class RestartOracleSpellingAutoConfiguration {
    /**
     * Made by Spring.
     *
     * @throws SettingException naming a property that nobody knows
     */
    RestartOracleSpellingAutoConfiguration(ConfigurableEnvironment environment) {
        Settings library = RestartOracleProperties.of(environment).library();
        if (library.text("oracle") == null) {
            library.requireKnown(known(library));
        }
    }

    private static Set<String> known(Settings library) {
        Set<String> known = new TreeSet<>();
        PropertyNames.ALL.forEach(name -> known.add(name.substring(0, name.indexOf('.') + 1)));
        library.sections().forEach(section -> known.add(section + "."));
        known.remove("");
        PropertyNames.ALL.stream().filter(name -> name.indexOf('.') < 0).forEach(known::add);
        return known;
    }
}
