package io.github.restartoracle;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.github.restartoracle.house.HouseRules;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.time.NanoClock;
import java.time.Clock;
import java.util.Random;
import java.util.Timer;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** The architecture of the core, as rules. */
@AnalyzeClasses(packages = "io.github.restartoracle", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final int LEAST_CLASSES = 130;

    @ArchTest
    static void shouldSeeTheClassesItJudges(JavaClasses classes) {
        assertThat(classes.size()).isGreaterThan(LEAST_CLASSES);
        for (String name : new String[] {
            "oracle",
            "internal.pending",
            "internal.attempt",
            "internal.call",
            "internal.outbound",
            "internal.sequence",
            "internal.window",
            "internal.inbound",
            "ledger",
            "settings",
            "status",
            "time"
        }) {
            assertThat(classes.stream().anyMatch(resideInAPackage("..restartoracle." + name + "..")))
                    .as(name)
                    .isTrue();
        }
    }

    @ArchTest
    static final ArchRule onlyTheClockShouldReadTheTime = noClasses()
            .that()
            .doNotBelongToAnyOf(NanoClock.class)
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule nobodyShouldSleepOrThrowDice = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class, int.class)
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Random.class, ThreadLocalRandom.class, RandomGenerator.class, Timer.class);

    @ArchTest
    static final ArchRule nobodyShouldHaveAThread = noClasses()
            .that()
            .resideOutsideOfPackage("..attempt") // A transport's threads share an attempt.
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Executor.class);

    @ArchTest
    static final ArchRule theCoreShouldKnowNothingButHistogramsAndNullness = noClasses()
            .should()
            .dependOnClassesThat(resideOutsideOfPackages(
                    "io.github.restartoracle..", "java..", "javax.net.ssl..", "org.HdrHistogram..", "org.jspecify.."));

    @ArchTest
    static final ArchRule onlyTheLedgerShouldKnowHistograms = noClasses()
            .that()
            .resideOutsideOfPackage("..ledger..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.HdrHistogram..");

    @ArchTest
    static final ArchRule oraclesShouldKnowNeitherThePendingMessagesNorTheClock = noClasses()
            .that()
            .resideInAPackage("..oracle..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "..pending..",
                    "..ledger..",
                    "io.github.restartoracle.time..",
                    "java.io..",
                    "java.net..",
                    "java.nio..");

    @ArchTest
    static final ArchRule machinesShouldKnowNoSingleOracle = noClasses()
            .that()
            .resideInAnyPackage("..attempt..", "..call..", "..outbound..", "..inbound..", "..sequence..", "..window..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..oracle.interval..", "..oracle.adaptive..");

    @ArchTest
    static final ArchRule machinesShouldNotReadTheTime = noClasses()
            .that()
            .resideInAnyPackage("..call..", "..outbound..", "..inbound..", "..sequence..", "..window..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.github.restartoracle.time..");

    @ArchTest
    static final ArchRule theReceivingSideShouldNotLock = noClasses()
            .that()
            .resideInAPackage("..inbound..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.util.concurrent.locks..", "..outbound..", "..sequence..", "..window..", "..attempt..");

    @ArchTest
    static final ArchRule aMachineShouldHaveNoCycle = slices().assignedFrom(new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass type) {
                    JavaClass outer = type;
                    while (outer.getEnclosingClass().isPresent()) {
                        outer = outer.getEnclosingClass().get();
                    }
                    return outer.getPackageName().matches(".*\\.(call|outbound|inbound|sequence|window)")
                            ? SliceIdentifier.of(outer.getSimpleName())
                            : SliceIdentifier.ignore();
                }

                @Override
                public String getDescription() {
                    return "classes of both machines";
                }
            })
            .should()
            .beFreeOfCycles()
            // A message tells its path to those outside; the machine itself does not go up.
            .ignoreDependency(Message.class, Path.class);

    @ArchTest
    static void shouldKeepTheRulesOfTheHouse(JavaClasses classes) {
        HouseRules.check(classes);
        HouseRules.checkStandardStreams(classes);
        HouseRules.checkPublicTypes(classes, 44);
    }
}
