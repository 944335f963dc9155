package io.github.restartoracle.mail.internal.meters;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.cxf.Bus;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Gives a Spring Boot application that has Micrometer and one bus the meters of its mails. */
@AutoConfiguration(
        afterName = {
            "org.apache.cxf.spring.boot.autoconfigure.CxfAutoConfiguration",
            "io.github.restartoracle.spring.boot.RestartOracleAutoConfiguration"
        })
@ConditionalOnClass({MeterBinder.class, Bus.class})
@ConditionalOnSingleCandidate(Bus.class)
public final class MailMetersAutoConfiguration {
    /** Creates the configuration; called by Spring. */
    MailMetersAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    MailMeters restartOracleMailMeters(Bus bus) {
        return new MailMeters(bus);
    }
}
