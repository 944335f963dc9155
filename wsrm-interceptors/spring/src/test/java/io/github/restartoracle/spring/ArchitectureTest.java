package io.github.restartoracle.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.github.restartoracle.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MODULE = HouseRules.module("io.github.restartoracle.spring", 5);

    @Test
    void shouldKeepTheRulesOfTheHouse() {
        HouseRules.check(MODULE);
        HouseRules.checkStandardStreams(MODULE);
    }

    @Test
    void shouldKnowNoSpringBootNoMailAndTheStoreOnlyApart() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.boot..", "io.github.restartoracle.mail..")
                .check(MODULE);
        noClasses()
                .that()
                .doNotHaveSimpleName("Own")
                .and()
                .doNotHaveSimpleName("ReliableMessaging")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.github.restartoracle.store..")
                .check(MODULE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.github.restartoracle.oracle.interval..", "io.github.restartoracle.oracle.adaptive..")
                .because("an oracle is chosen by its name")
                .check(MODULE);
    }
}
