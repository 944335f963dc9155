package io.github.restartoracle.spring;

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
            .importPackages("io.github.restartoracle.spring");

    @Test
    void shouldHaveSeenTheModule() {
        assertThat(MODULE.stream().filter(JavaClass::isTopLevelClass)).hasSizeGreaterThanOrEqualTo(5);
        assertThat(MODULE.stream().filter(type -> type.isAnnotatedWith(NullMarked.class)))
                .hasSize(1);
    }

    @Test
    void shouldKnowNoSpringBootAndMailAndStoreOnlyApart() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.boot..")
                .check(MODULE);
        noClasses()
                .that()
                .doNotHaveSimpleName("Mail")
                .and()
                .doNotHaveSimpleName("ReliableBuses")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.github.restartoracle.mail..")
                .check(MODULE);
        noClasses()
                .that()
                .doNotHaveSimpleName("Own")
                .and()
                .doNotHaveSimpleName("ReliableMessaging")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.github.restartoracle.store..")
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
