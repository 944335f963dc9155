package io.github.restartoracle.spring.boot;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.github.restartoracle.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MODULE = HouseRules.module("io.github.restartoracle.spring.boot", 10);

    @Test
    void shouldKeepTheRulesOfTheHouse() {
        HouseRules.check(MODULE);
        HouseRules.checkStandardStreams(MODULE);
    }

    @Test
    void shouldKeepWhatIsOptionalApart() {
        noClasses()
                .that()
                .haveSimpleNameNotStartingWith("RestartOracle")
                .and()
                .haveSimpleNameNotStartingWith("Path")
                .and()
                .doNotHaveSimpleName("Meters")
                .and()
                .doNotHaveSimpleName("Operations")
                .and()
                .doNotHaveSimpleName("Health")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.micrometer..", "org.springframework.boot.actuate..", "org.springframework.boot.health..")
                .check(MODULE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.github.restartoracle.mail..")
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
