package io.github.restartoracle.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.github.restartoracle.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MODULE = HouseRules.module("io.github.restartoracle.http", 14);

    @Test
    void shouldKeepTheRulesOfTheHouse() {
        HouseRules.check(MODULE);
        HouseRules.checkStandardStreams(MODULE);
    }

    @Test
    void shouldShowTheInstallerOnly() {
        classes()
                .that()
                .arePublic()
                .should()
                .be(HttpAttemptTransport.class)
                .because("everything else may change")
                .check(MODULE);
    }

    @Test
    void shouldKnowTheAttemptContractButNeitherTheQueueNorTheOracles() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.cxf.ws.rm..",
                        "io.github.restartoracle.oracle..",
                        "io.github.restartoracle.internal.outbound..",
                        "io.github.restartoracle.internal.sequence..",
                        "io.github.restartoracle.internal.window..",
                        "io.github.restartoracle.internal.inbound..")
                .check(MODULE);
        noClasses()
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("io.github.restartoracle.wsrm..")
                        .and(JavaClass.Predicates.resideOutsideOfPackages(
                                "io.github.restartoracle.wsrm.internal.conduit",
                                "io.github.restartoracle.wsrm.internal.log",
                                "io.github.restartoracle.wsrm.internal.runtime")))
                .check(MODULE);
    }

    @Test
    void shouldNotReadClocks() {
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(MODULE);
        methods().should().notBeAnnotatedWith(Deprecated.class).check(MODULE);
    }
}
