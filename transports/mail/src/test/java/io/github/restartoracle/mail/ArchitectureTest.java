package io.github.restartoracle.mail;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.Arrays;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "io.github.restartoracle.mail";
    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(BASE);

    @Test
    void shouldHaveSeenTheModule() {
        assertThat(MODULE.stream().filter(JavaClass::isTopLevelClass)).hasSizeGreaterThanOrEqualTo(14);
        assertThat(MODULE.stream().map(JavaClass::getPackageName).distinct())
                .allSatisfy(
                        name -> assertThat(Class.forName(name + ".package-info").isAnnotationPresent(NullMarked.class))
                                .as(name)
                                .isTrue());
    }

    @Test
    void shouldHaveNoCyclesAmongItsPackages() {
        slices().matching(BASE + ".(*)..").should().beFreeOfCycles().check(MODULE);
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
    void shouldShowOnlyTheFactoryOfTheTransportItself() {
        classes()
                .that()
                .resideInAPackage(BASE)
                .and()
                .arePublic()
                .should()
                .be(MailTransportFactory.class)
                .check(MODULE);
    }

    @Test
    void shouldNotSleepOrUseStandardStreams() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(MODULE);
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MODULE);
    }

    @Test
    void shouldNameThingsForWhatTheyAre() {
        String[] vague = {"Impl", "Util", "Utils", "Helper", "Manager"};
        noClasses()
                .should()
                .haveNameMatching(".*(" + String.join("|", Arrays.asList(vague)) + ")")
                .check(MODULE);
    }
}
