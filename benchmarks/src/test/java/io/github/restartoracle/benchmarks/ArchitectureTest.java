package io.github.restartoracle.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;

@AnalyzeClasses(packagesOf = ArchitectureTest.class, importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String BASE = "io.github.restartoracle.benchmarks.";

    @ArchTest
    static final ArchRule PACKAGES_ARE_ACYCLIC = slices().matching("io.github.restartoracle.benchmarks.(*)..")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule THEORY_KNOWS_NO_EXPERIMENT = noClasses()
            .that()
            .resideInAPackage(BASE + "theory..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(BASE + "experiments..", BASE + "results..", BASE + "report..");

    @ArchTest
    static final ArchRule RESULTS_KNOW_NO_REPORT = noClasses()
            .that()
            .resideInAnyPackage(BASE + "experiments..", BASE + "results..", BASE + "simulator..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(BASE + "report..", "org.knowm.xchart..", "org.apache.cxf..");

    @ArchTest
    static final ArchRule NUMBERS_NEED_NO_CLOCK = noClasses()
            .that()
            .resideInAnyPackage(BASE + "theory..", BASE + "experiments..", BASE + "results..", BASE + "simulator..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule NAMES_SAY_SOMETHING = noClasses()
            .that()
            .resideOutsideOfPackage("..jmh_generated..")
            .should()
            .haveNameMatching(".*(Impl|Util|Utils|Helper|Manager)");

    @ArchTest
    static final ArchRule PACKAGES_ARE_NULL_MARKED = classes()
            .that()
            .haveSimpleName("package-info")
            .and()
            .resideOutsideOfPackage("..jmh_generated..")
            .should()
            .beAnnotatedWith(NullMarked.class);

    @ArchTest
    static void shouldHaveSeenTheModule(JavaClasses classes) {
        assertThat(classes.size()).isGreaterThan(30);
    }
}
