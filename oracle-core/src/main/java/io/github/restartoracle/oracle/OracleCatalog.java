package io.github.restartoracle.oracle;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The available kinds of oracle, by name. Makes an oracle from configuration:
 *
 * <pre>{@code
 * Settings settings = Settings.of(Map.of("oracle", "fixed", "initial-timeout", "4s"));
 * OracleFactory factory = OracleCatalog.load().factory(settings);
 * }</pre>
 *
 * <p>Properties common to all kinds: {@code oracle} (required), {@code initial-timeout}, {@code max-timeout} and
 * {@code min-timeout} ({@link TimeoutBounds}). No timeout of a {@link RetransmissionOracle} is longer than
 * {@code max-timeout}, {@link RetransmissionOracle#NEVER} excepted. An oracle that decides by stages bounds its timeouts itself.
 * The limit of transmissions, {@code max-attempts}, is for the queue to apply, whatever the oracle decides.
 *
 * <p>Thread-safe.
 */
public final class OracleCatalog {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final Set<String> COMMON =
            Set.of("oracle", "initial-timeout", "max-timeout", "min-timeout", "max-attempts");

    private final Map<String, OracleProvider> providers;

    private OracleCatalog(Map<String, OracleProvider> providers) {
        this.providers = providers;
    }

    /**
     * Returns the oracles that {@link ServiceLoader} finds: those that come with this library, and those that the thread's
     * context class loader sees.
     *
     * @return the catalog
     * @throws IllegalArgumentException as {@link #of}
     * @throws java.util.ServiceConfigurationError if a provider cannot be loaded
     */
    public static OracleCatalog load() {
        return load(List.of());
    }

    /**
     * Returns the given oracles, and those that {@link ServiceLoader} finds as in {@link #load()}. A class of which an instance
     * is given, or an instance of a subclass, is not instantiated.
     *
     * @param more further kinds of oracle
     * @return the catalog
     * @throws IllegalArgumentException as {@link #of}
     * @throws java.util.ServiceConfigurationError if a provider cannot be loaded
     */
    public static OracleCatalog load(Iterable<? extends OracleProvider> more) {
        List<OracleProvider> given = new ArrayList<>();
        more.forEach(given::add);
        List<OracleProvider> found = new ArrayList<>(given);
        Set<Class<?>> loaded = new HashSet<>();
        // In a container the context class loader may not see this library, and this library not the application.
        for (ServiceLoader<OracleProvider> loader : List.of(
                ServiceLoader.load(OracleProvider.class, OracleProvider.class.getClassLoader()),
                ServiceLoader.load(OracleProvider.class))) {
            loader.stream()
                    .filter(listed -> given.stream().noneMatch(listed.type()::isInstance))
                    .filter(listed -> loaded.add(listed.type()))
                    .map(ServiceLoader.Provider::get)
                    .forEach(found::add);
        }
        return of(found);
    }

    /**
     * Returns a catalog of the given oracles only.
     *
     * @param providers the kinds of oracle
     * @return the catalog
     * @throws IllegalArgumentException if a name is not lower-case letters, digits and hyphens, is one of the common
     *     properties, or is used twice
     */
    public static OracleCatalog of(Iterable<? extends OracleProvider> providers) {
        Map<String, OracleProvider> byName = new TreeMap<>();
        for (OracleProvider provider : providers) {
            String name = provider.name();
            if (!NAME.matcher(name).matches() || COMMON.contains(name)) {
                throw new IllegalArgumentException(
                        provider.getClass().getName() + " has an invalid oracle name: " + name);
            }
            OracleProvider other = byName.put(name, provider);
            if (other != null) {
                throw new IllegalArgumentException("two oracles are called " + name + ": "
                        + other.getClass().getName() + " and "
                        + provider.getClass().getName());
            }
        }
        return new OracleCatalog(Collections.unmodifiableMap(byName));
    }

    /** {@return the names by which configuration chooses, in alphabetical order} */
    public Set<String> names() {
        return providers.keySet();
    }

    /**
     * Makes a factory from configuration that holds only properties of oracles.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return a factory that makes the oracles of all paths with this configuration
     * @throws SettingException as {@link #factory(Settings, Set)}
     */
    public OracleFactory factory(Settings settings) {
        return factory(settings, Set.of());
    }

    /**
     * Makes a factory from configuration that other readers use as well.
     *
     * <p>The method checks the common properties and the section of the oracle that was chosen. Sections of other oracles may
     * be present, and are not checked. Any other name must be in {@code ownedByOthers}.
     *
     * @param settings everything below {@code restart-oracle.}
     * @param ownedByOthers further names at this level, which the caller checks; names of sections end with a dot, such as
     *     {@code endpoints.}
     * @return a factory that makes the oracles of all paths with this configuration
     * @throws SettingException if {@code oracle} is absent or unknown, a value is out of range, a name has no owner, or the
     *     oracle does not read a parameter of its section
     */
    public OracleFactory factory(Settings settings, Set<String> ownedByOthers) {
        Set<String> known = new HashSet<>(COMMON);
        known.addAll(ownedByOthers);
        providers.keySet().forEach(name -> known.add(name + "."));
        settings.requireKnown(known);

        String name = settings.choice("oracle", "", providers.keySet());
        OracleProvider provider = providers.get(name);
        if (provider == null) {
            throw new SettingException(
                    settings.fullName("oracle"), name, "one of " + String.join(", ", providers.keySet()));
        }
        Duration maxTimeout = TimeoutBounds.from(settings).max();
        // Checked with the other common properties; the queue applies it.
        settings.integer("max-attempts", 0, 0, Integer.MAX_VALUE);
        OracleFactory factory = checked(provider, settings);
        return () -> new TimeoutLimit(factory.pathOracle(), maxTimeout.toNanos());
    }

    /**
     * Makes a factory and refuses parameters that the oracle never reads: they are misspelt, and its provider may not look for
     * them.
     */
    private static OracleFactory checked(OracleProvider provider, Settings settings) {
        Settings own = settings.unread();
        OracleFactory factory = provider.factory(own);
        Settings section = own.section(provider.name());
        if (!section.allRead()) {
            // Some oracles read their parameters only when the first oracle is made.
            factory.pathOracle();
            section.requireRead(provider.name());
        }
        return factory;
    }
}
