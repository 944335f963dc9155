package io.github.restartoracle.harness;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "io.github.restartoracle.harness";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void shouldSeeTheWholeModuleWhenImported() {
        assertThat(CLASSES).hasSizeGreaterThan(60);
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
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
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

    @Test
    void shouldNotWriteToStandardStreams() {
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CLASSES);
    }

    @Test
    void shouldNotHaveNamesThatSayNothing() {
        noClasses()
                .should()
                .haveNameMatching(".*(Impl|Util|Utils|Helper|Manager)")
                .check(CLASSES);
    }

    @Test
    void shouldMarkEveryPackageAsNullChecked() {
        JavaPackage root = CLASSES.getPackage(ROOT);

        assertThat(root.getSubpackages())
                .hasSizeGreaterThan(5)
                .allSatisfy(p -> assertThat(p.isAnnotatedWith(NullMarked.class))
                        .as(p.getName())
                        .isTrue());
    }
}
