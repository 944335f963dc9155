package io.github.restartoracle.wsrm.internal.conduit;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.settings.Settings;
import org.apache.cxf.Bus;

/**
 * Installs a transport that supports {@linkplain Attempt attempts} on a bus. Found by {@link java.util.ServiceLoader} when
 * the restart oracle is installed on a bus.
 */
@FunctionalInterface
public interface TransportInstaller {
    /**
     * Installs the transport; has no effect if it is there already.
     *
     * @throws io.github.restartoracle.settings.SettingException if a value of the transport is out of range
     */
    void install(Bus bus, Settings settings);
}
