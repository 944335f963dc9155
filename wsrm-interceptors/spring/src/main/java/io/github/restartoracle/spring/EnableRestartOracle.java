package io.github.restartoracle.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * WS-ReliableMessaging and the restart oracle on every CXF bus of a Spring application context, before any client or endpoint
 * is created; for applications without Spring Boot.
 *
 * <pre>
 * &#064;Configuration
 * &#064;EnableRestartOracle("qest")
 * &#064;ImportResource("classpath:META-INF/cxf/cxf.xml")
 * &#064;PropertySource("classpath:orders.properties") // restart-oracle.initial-timeout=2s
 * class OrdersConfiguration {}
 * </pre>
 *
 * <p>Properties {@code restart-oracle.*}, including those of the section {@code rm}, are taken from the environment, in exactly
 * this spelling. {@link ReliableBuses} lists the beans that are used. There must be a bean of the type {@link
 * org.apache.cxf.Bus}; the one of CXF is in {@code META-INF/cxf/cxf.xml}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import(RestartOracleConfiguration.class)
public @interface EnableRestartOracle {
    /**
     * Returns the oracle that is used if the property {@code restart-oracle.oracle} is not set.
     *
     * @return its short name, such as {@code qest}; {@code canary} if there is none
     */
    String value() default "";
}
