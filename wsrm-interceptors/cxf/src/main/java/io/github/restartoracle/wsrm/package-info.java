/**
 * Plugs a restart oracle into the WS-ReliableMessaging of Apache CXF. Three ways in, same result: the jar on the class path
 * with the system property {@code restart-oracle.oracle}; {@link io.github.restartoracle.wsrm.RestartOracleFeature} in code
 * or Spring XML; the installation by hand with {@link io.github.restartoracle.wsrm.RestartOracle#install}.
 */
@NullMarked
package io.github.restartoracle.wsrm;

import org.jspecify.annotations.NullMarked;
