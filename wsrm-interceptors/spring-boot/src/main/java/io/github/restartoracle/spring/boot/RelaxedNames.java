package io.github.restartoracle.spring.boot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Finds the properties of this library in Spring's environment under every spelling that Spring Boot allows, such as {@code
 * restart-oracle.initialTimeout} or {@code RESTARTORACLE_INITIALTIMEOUT}, and maps each to the one name that the library knows.
 * Unknown names are kept, in kebab-case, so that the library refuses them.
 */
final class RelaxedNames {
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("restart-oracle");

    private final Map<String, String> canonical = new HashMap<>();

    /** The user's names of sections. Variables of the environment have no upper case, so another spelling takes precedence. */
    private final Map<String, String> chosen = new HashMap<>();

    RelaxedNames(Set<String> known) {
        known.forEach(name -> canonical.put(name.replace("-", ""), name));
    }

    /**
     * Returns the values by their names without the prefix; of several sources the first one counts, as everywhere in Spring.
     */
    Map<String, String> read(ConfigurableEnvironment environment) {
        Iterable<ConfigurationPropertySource> sources =
                ConfigurationPropertySources.from(environment.getPropertySources());
        List<ConfigurationPropertyName> found = new ArrayList<>();
        // A source that cannot list its names is asked for all known names.
        canonical.values().forEach(name -> found.add(ConfigurationPropertyName.of("restart-oracle." + name)));
        for (ConfigurationPropertySource source : sources) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                iterable.stream().filter(PREFIX::isAncestorOf).forEach(found::add);
            }
        }
        found.forEach(this::noteChosen);
        Binder binder = new Binder(sources, new PropertySourcesPlaceholdersResolver(environment));
        Map<String, String> values = new TreeMap<>();
        for (ConfigurationPropertyName name : found) {
            binder.bind(name, Bindable.of(String.class)).ifBound(value -> values.putIfAbsent(canonical(name), value));
        }
        return values;
    }

    private void noteChosen(ConfigurationPropertyName name) {
        int depth = chosenElement(name);
        if (depth > 0) {
            String uniform = name.getElement(depth, Form.UNIFORM);
            String spelt = name.getElement(depth, Form.ORIGINAL);
            chosen.merge(uniform, spelt, (one, other) -> one.equals(uniform) ? other : one);
        }
    }

    private String canonical(ConfigurationPropertyName name) {
        int depth = chosenElement(name);
        if (depth == 0) {
            return canonical(name, 1, "");
        }
        String section = canonical(name.chop(depth), 1, "");
        String base = PropertyNames.SECTIONS.getOrDefault(section, "");
        String inner = canonical(name, depth + 1, base);
        String own = chosen.getOrDefault(name.getElement(depth, Form.UNIFORM), name.getElement(depth, Form.ORIGINAL));
        return section + "." + own + "." + inner.substring(inner.startsWith(base) ? base.length() : 0);
    }

    /** Returns the position of the element that is a name of the user's choice, 0 if there is none. */
    private int chosenElement(ConfigurationPropertyName name) {
        int elements = name.getNumberOfElements();
        for (int depth = 2; depth <= 3 && depth < elements - 1; depth++) {
            if (PropertyNames.SECTIONS.containsKey(uniform(name.chop(depth), 1))) {
                return depth;
            }
        }
        return 0;
    }

    private String canonical(ConfigurationPropertyName name, int from, String base) {
        String known = canonical.get(base + uniform(name, from));
        if (known != null) {
            return known;
        }
        List<String> elements = new ArrayList<>();
        for (int i = from; i < name.getNumberOfElements(); i++) {
            elements.add(name.getElement(i, Form.ORIGINAL)
                    .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                    .replace('_', '-')
                    .toLowerCase(Locale.ROOT));
        }
        return base + String.join(".", elements);
    }

    private static String uniform(ConfigurationPropertyName name, int from) {
        List<String> elements = new ArrayList<>();
        for (int i = from; i < name.getNumberOfElements(); i++) {
            elements.add(name.getElement(i, Form.UNIFORM));
        }
        return String.join(".", elements);
    }
}
