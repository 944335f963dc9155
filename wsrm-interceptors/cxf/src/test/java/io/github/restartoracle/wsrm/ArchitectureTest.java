package io.github.restartoracle.wsrm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.github.restartoracle.house.HouseRules;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "io.github.restartoracle.wsrm";

    private static final JavaClasses MODULE = HouseRules.module(BASE, 38);

    @Test
    void shouldKeepTheRulesOfTheHouse() {
        HouseRules.check(MODULE);
        HouseRules.checkStandardStreams(MODULE);
        HouseRules.checkPublicTypes(MODULE, 17);
    }

    @Test
    void shouldKeepThePackagesInLayers() {
        noClasses()
                .that()
                .resideInAPackage(BASE + ".internal.conduit")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        BASE,
                        BASE + ".internal.queue",
                        BASE + ".internal.echo",
                        BASE + ".internal.sequence",
                        "org.apache.cxf.ws.rm..")
                .because("transports see nothing else")
                .check(MODULE);
        noClasses()
                .that()
                .resideInAnyPackage(BASE + ".internal.echo", BASE + ".internal.sequence", BASE + ".internal.capture")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(BASE + ".internal.queue")
                .check(MODULE);
        noClasses()
                .that()
                .resideOutsideOfPackages(BASE, BASE + ".recorder")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(BASE)
                .because("the root puts the rooms together; a recorder is installed on it as a user would")
                .check(MODULE);
    }

    @Test
    void shouldReflectIntoCxfInOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage(BASE + ".internal.rm")
                .should()
                .callMethod(Field.class, "setAccessible", boolean.class)
                .orShould()
                .callMethod(Method.class, "setAccessible", boolean.class)
                .check(MODULE);
    }

    @Test
    void shouldMakeThreadsInOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage(BASE + ".internal.runtime")
                .and(DescribedPredicate.not(JavaClass.Predicates.assignableTo(Thread.class)))
                .should()
                .callConstructor(Thread.class, Runnable.class, String.class)
                .orShould()
                .callConstructor(Thread.class, Runnable.class)
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName(Executors.class.getName())
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName(ThreadPoolExecutor.class.getName())
                .check(MODULE);
    }

    @Test
    void shouldNotKnowASingleOracle() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.github.restartoracle.oracle.interval..", "io.github.restartoracle.oracle.adaptive..")
                .check(MODULE);
    }

    @Test
    void shouldLogWhereTheApplicationReads() {
        noClasses()
                .that()
                .resideOutsideOfPackage(BASE + ".internal.log")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.slf4j.LoggerFactory")
                .because("lines would vanish where SLF4J has no provider")
                .check(MODULE);
    }

    @Test
    void shouldReadClocksAtTheEdgeOnly() {
        noClasses().should().callMethod(System.class, "nanoTime").check(MODULE);
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(MODULE);
    }

    @Test
    void shouldBeFinalUnlessMadeForSubclasses() {
        classes()
                .that()
                .areTopLevelClasses()
                .and()
                .areNotInterfaces()
                .and()
                .doNotHaveModifier(JavaModifier.ABSTRACT)
                .and(DescribedPredicate.not(JavaClass.Predicates.simpleName("RestartOracleFeature")))
                .and(DescribedPredicate.not(JavaClass.Predicates.simpleName("package-info")))
                .should()
                .haveModifier(JavaModifier.FINAL)
                .because("a proxy of the feature, as Spring may make, is the one subclass there is")
                .check(MODULE);
    }
}
