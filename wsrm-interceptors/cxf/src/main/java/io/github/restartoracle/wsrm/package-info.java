/**
 * Plugs a restart oracle into the WS-ReliableMessaging of Apache CXF. There are three ways to install it, with the same
 * result:
 *
 * <ul>
 *   <li>the jar on the class path with the system property {@code restart-oracle.oracle};
 *   <li>{@link io.github.restartoracle.wsrm.RestartOracleFeature} in code or Spring XML;
 *   <li>a call of {@link io.github.restartoracle.wsrm.RestartOracle#install}.
 * </ul>
 */
@NullMarked
package io.github.restartoracle.wsrm;

import org.jspecify.annotations.NullMarked;
