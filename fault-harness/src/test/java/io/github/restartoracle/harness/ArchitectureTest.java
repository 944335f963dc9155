package io.github.restartoracle.harness;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.github.restartoracle.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "io.github.restartoracle.harness";
    private static final JavaClasses CLASSES = HouseRules.module(ROOT, 60);

    @Test
    void shouldKeepTheRulesOfTheHouse() {
        HouseRules.check(CLASSES);
        HouseRules.checkStandardStreams(CLASSES);
    }

    @Test
    void shouldKnowNeitherCxfNorTheOracles() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.cxf..",
                        "io.github.restartoracle.oracle..",
                        "io.github.restartoracle.wsrm..",
                        "io.github.restartoracle.http..")
                .check(CLASSES);
    }

    @Test
    void shouldKeepFaultsAsDataFreeOfDocker() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".fault..", ROOT + ".proof..", ROOT + ".journal..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.testcontainers..", "com.github.dockerjava..", "org.junit..")
                .check(CLASSES);
    }
}
