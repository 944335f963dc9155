package io.github.restartoracle.mail;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.github.restartoracle.house.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "io.github.restartoracle.mail";
    private static final JavaClasses MODULE = HouseRules.module(BASE, 14);

    @Test
    void shouldKeepTheRulesOfTheHouse() {
        HouseRules.check(MODULE);
        HouseRules.checkStandardStreams(MODULE);
    }

    @Test
    void shouldKnowItsPartsWithoutBeingKnownByThem() {
        noClasses()
                .that()
                .resideInAPackage(BASE + ".*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(BASE)
                .because("the transport knows its parts, and they do not know it")
                .check(MODULE);
    }

    @Test
    void shouldKnowTheAttemptContractButNeitherTheQueueNorTheOracles() {
        noClasses()
                .that()
                .doNotHaveSimpleName("NamedAddressGuard")
                .and()
                .doNotHaveSimpleName("OutgoingMessages")
                .and()
                .doNotHaveSimpleName("ExpectedAnswer")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.cxf.ws.rm..", "io.github.restartoracle.oracle..")
                .because("WS-RM only names addresses, and knows which answers are missing")
                .check(MODULE);
        noClasses()
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("io.github.restartoracle.wsrm..")
                        .and(JavaClass.Predicates.resideOutsideOfPackages(
                                "io.github.restartoracle.wsrm.attempt",
                                "io.github.restartoracle.wsrm.log",
                                "io.github.restartoracle.wsrm.runtime")))
                .check(MODULE);
    }

    @Test
    void shouldShowOnlyWhatCxfMakesOfTheTransportItself() {
        classes()
                .that()
                .resideInAPackage(BASE)
                .and()
                .arePublic()
                .should()
                .be(MailTransportFactory.class)
                .orShould()
                .be(ReplyAddress.class)
                .check(MODULE);
    }
}
