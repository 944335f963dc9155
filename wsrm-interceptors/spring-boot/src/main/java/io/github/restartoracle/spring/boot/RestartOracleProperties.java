package io.github.restartoracle.spring.boot;

import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.internal.destination.DestinationLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * All properties of an application that begin with {@code restart-oracle.}.
 *
 * @param library the properties that the library reads and checks in every kind of installation
 * @param own the sections {@code rm} and {@code health}, which only an application with this starter has
 */
record RestartOracleProperties(Settings library, Settings own) {
    private static final Set<String> OWN = Set.of("rm.", "health.");

    static RestartOracleProperties of(ConfigurableEnvironment environment) {
        Map<String, String> all = new TreeMap<>(new RelaxedNames(PropertyNames.ALL).read(environment));
        // The conditions of the auto-configuration read it.
        all.remove("enabled");
        Predicate<String> isOwn =
                name -> OWN.stream().anyMatch(name::startsWith) && !DestinationLimits.NAMES.contains(name);
        return new RestartOracleProperties(part(all, isOwn.negate()), part(all, isOwn));
    }

    private static Settings part(Map<String, String> all, Predicate<String> which) {
        Map<String, String> part = new TreeMap<>(all);
        part.keySet().removeIf(which.negate());
        return Settings.of(new LinkedHashMap<>(part));
    }
}
