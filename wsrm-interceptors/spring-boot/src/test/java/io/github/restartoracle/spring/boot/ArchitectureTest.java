package io.github.restartoracle.spring.boot;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.github.restartoracle.spring.boot");

    @Test
    void shouldHaveSeenTheModule() {
        assertThat(MODULE.stream().filter(JavaClass::isTopLevelClass)).hasSizeGreaterThanOrEqualTo(11);
        assertThat(MODULE.stream().filter(type -> type.isAnnotatedWith(NullMarked.class)))
                .hasSize(1);
    }

    @Test
    void shouldKeepWhatIsOptionalApart() {
        noClasses()
                .that()
                .haveSimpleNameNotStartingWith("RestartOracle")
                .and()
                .haveSimpleNameNotStartingWith("Path")
                .and()
                .haveSimpleNameNotStartingWith("Mail")
                .and()
                .doNotHaveSimpleName("Meters")
                .and()
                .doNotHaveSimpleName("Operations")
                .and()
                .doNotHaveSimpleName("Health")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.micrometer..", "org.springframework.boot.actuate..", "org.springframework.boot.health..")
                .check(MODULE);
        noClasses()
                .that()
                .haveNameNotMatching(".*[.$]Mail.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.github.restartoracle.mail..")
                .check(MODULE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.github.restartoracle.oracle.interval..", "io.github.restartoracle.oracle.adaptive..")
                .because("an oracle is chosen by its name")
                .check(MODULE);
    }

    @Test
    void shouldNameThingsForWhatTheyAre() {
        noClasses()
                .should()
                .haveNameMatching(".*(Impl|Util|Utils|Helper|Manager)")
                .check(MODULE);
    }
}
