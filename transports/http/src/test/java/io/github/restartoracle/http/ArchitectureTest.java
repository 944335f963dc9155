package io.github.restartoracle.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
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
    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.github.restartoracle.http");

    @Test
    void shouldHaveSeenTheModule() {
        assertThat(MODULE.stream().filter(JavaClass::isTopLevelClass)).hasSizeGreaterThanOrEqualTo(14);
        assertThat(HttpAttemptTransport.class.getPackage().isAnnotationPresent(NullMarked.class))
                .isTrue();
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
                .resideInAnyPackage("org.apache.cxf.ws.rm..", "io.github.restartoracle.oracle..")
                .check(MODULE);
        noClasses()
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("io.github.restartoracle.wsrm..")
                        .and(JavaClass.Predicates.resideOutsideOfPackage("io.github.restartoracle.wsrm.attempt")))
                .check(MODULE);
    }

    @Test
    void shouldNotBlockOrReadClocks() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(MODULE);
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(MODULE);
        methods().should().notBeAnnotatedWith(Deprecated.class).check(MODULE);
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MODULE);
    }

    @Test
    void shouldNameThingsForWhatTheyAre() {
        noClasses()
                .should()
                .haveNameMatching(".*(Impl|Util|Utils|Helper|Manager)")
                .check(MODULE);
    }
}
