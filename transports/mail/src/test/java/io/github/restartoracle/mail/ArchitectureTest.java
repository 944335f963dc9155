package io.github.restartoracle.mail;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.github.restartoracle.house.HouseRules;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "io.github.restartoracle.mail";
    private static final String SEND = BASE + ".internal.send";
    private static final String RECEIVE = BASE + ".internal.receive";
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
                .resideInAPackage(BASE + ".internal..")
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
                .resideInAnyPackage(
                        "org.apache.cxf.ws.rm..",
                        "io.github.restartoracle.oracle..",
                        "io.github.restartoracle.internal.outbound..",
                        "io.github.restartoracle.internal.sequence..",
                        "io.github.restartoracle.internal.window..",
                        "io.github.restartoracle.internal.inbound..")
                .because("WS-RM only names addresses, and knows which answers are missing")
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
    void shouldSendAndReceiveIndependently() {
        keepApart(SEND, RECEIVE);
        keepApart(RECEIVE, SEND);
    }

    private static void keepApart(String one, String other) {
        noClasses()
                .that()
                .resideInAPackage(one)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(other)
                .because("the transport connects the two directions")
                .check(MODULE);
    }

    @Test
    void shouldShowOnlyWhatCxfMakesOfTheTransportItself() {
        assertThat(publicTypes(BASE)).containsExactlyInAnyOrder("MailTransportFactory", "ReplyAddress");
        assertThat(publicTypes(SEND))
                .containsExactlyInAnyOrder("AnswerGuard", "MailConduit", "Outbox", "SendingAccounts");
        assertThat(publicTypes(RECEIVE)).containsExactlyInAnyOrder("MailDestination", "NamedAddressGuard");
    }

    private static Set<String> publicTypes(String inPackage) {
        return MODULE.stream()
                .filter(type -> type.getPackageName().equals(inPackage))
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());
    }
}
