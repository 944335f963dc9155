package io.github.restartoracle.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.github.restartoracle.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "io.github.restartoracle.store";

    private static final JavaClasses MODULE = HouseRules.module(BASE, 15);

    @Test
    void shouldKeepTheRulesOfTheHouse() {
        HouseRules.check(MODULE);
        HouseRules.checkStandardStreams(MODULE);
    }

    @Test
    void shouldShowTheStoreAndItsOptionsOnly() {
        classes()
                .that()
                .arePublic()
                .and()
                .areTopLevelClasses()
                .should()
                .haveNameMatching(".*\\.(DataSourceStore|StoreOptions)")
                .check(MODULE);
    }

    @Test
    void shouldNotKnowTheQueue() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.github.restartoracle.wsrm.internal.queue..", "io.github.restartoracle.oracle..")
                .because("the store serves CXF's own queue as well")
                .check(MODULE);
    }

    @Test
    void shouldReadTheClockOfTheDatabaseOnly() {
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(MODULE);
    }
}
