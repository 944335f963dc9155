package io.github.restartoracle.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "io.github.restartoracle.store";

    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(BASE);

    @Test
    void shouldHaveSeenTheModule() {
        assertThat(MODULE.stream().filter(JavaClass::isTopLevelClass)).hasSizeGreaterThanOrEqualTo(15);
        assertThat(MODULE.stream()
                        .filter(type -> type.getSimpleName().equals("package-info"))
                        .filter(type -> !type.isAnnotatedWith(NullMarked.class)))
                .isEmpty();
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
                .resideInAnyPackage("io.github.restartoracle.wsrm.queue..", "io.github.restartoracle.oracle..")
                .because("the store serves CXF's own queue as well")
                .check(MODULE);
    }

    @Test
    void shouldReadTheClockOfTheDatabaseOnly() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(MODULE);
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(MODULE);
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MODULE);
        noClasses()
                .should()
                .haveNameMatching(".*(Impl|Util|Utils|Helper|Manager)")
                .check(MODULE);
    }
}
