/**
 * Restart oracles in a Spring Boot application: with the property {@code restart-oracle.oracle}, every bus of the
 * application context gets WS-ReliableMessaging and the restart oracle, before any client or endpoint of it is made.
 * With Actuator there are meters, an endpoint and a health indicator.
 */
@NullMarked
package io.github.restartoracle.spring.boot;

import org.jspecify.annotations.NullMarked;
