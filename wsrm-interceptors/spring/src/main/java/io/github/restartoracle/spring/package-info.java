/**
 * Restart oracles in a Spring application context: every bus of it gets WS-ReliableMessaging and the restart oracle, before any
 * client or endpoint is created. In plain Spring by {@link io.github.restartoracle.spring.EnableRestartOracle}; Spring Boot has
 * a starter.
 */
@NullMarked
package io.github.restartoracle.spring;

import org.jspecify.annotations.NullMarked;
