package io.github.restartoracle.oracle;

import io.github.restartoracle.settings.Settings;

/**
 * Offers a kind of oracle under a short name. Found by {@link java.util.ServiceLoader}: to add an oracle, write the
 * oracle, a provider, and a line in {@code META-INF/services} (and {@code provides} in a module).
 *
 * <p>Thread-safe.
 */
public interface OracleProvider {
    /** {@return the name by which configuration chooses this kind of oracle; lower-case letters, digits and hyphens} */
    String name();

    /**
     * Reads and checks the configuration of this kind of oracle.
     *
     * @param settings everything below {@code restart-oracle.}; properties of one kind of oracle stand in the section of its
     *     name, {@code initial-timeout} is common to all
     * @return a factory that makes the oracles of all paths with this configuration
     * @throws io.github.restartoracle.settings.SettingException if a value is out of range; it names the property
     */
    OracleFactory factory(Settings settings);
}
