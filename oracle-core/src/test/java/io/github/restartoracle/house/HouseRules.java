package io.github.restartoracle.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;

/** The rules that hold in every module; the {@code ArchitectureTest} of a module adds its own. */
public final class HouseRules {
    /** Makes a package that contains others a slice of its own, so that a cycle between parent and child is found. */
    private static final SliceAssignment EVERY_PACKAGE = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return SliceIdentifier.of(javaClass.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages, root and nested ones included,";
        }
    };

    private static final ImportOption NOT_GENERATED = (Location location) -> !location.contains("jmh_generated");

    private HouseRules() {}

    /**
     * Returns the classes of a module, without tests and generated code.
     *
     * @param base the base package of the module
     * @param least the number of classes that the module has at least; with fewer, the rules would check too little
     * @return the imported classes
     */
    public static JavaClasses module(String base, int least) {
        JavaClasses classes = new ClassFileImporter()
                .withImportOptions(List.of(new ImportOption.DoNotIncludeTests(), NOT_GENERATED))
                .importPackages(base);
        assertThat(classes.stream().filter(JavaClass::isTopLevelClass)).hasSizeGreaterThanOrEqualTo(least);
        return classes;
    }

    /**
     * Checks every rule that no module may break.
     *
     * @param module the classes of the module
     */
    public static void check(JavaClasses module) {
        slices().assignedFrom(EVERY_PACKAGE).should().beFreeOfCycles().check(module);
        noClasses()
                .should()
                .haveNameMatching(".*(Impl|Util|Utils|Helper|Manager)(\\$.*)?")
                .check(module);
        neverSleep().check(module);
        assertThat(withClasses(module))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(name.isAnnotatedWith(NullMarked.class))
                        .as(name.getName())
                        .isTrue());
    }

    /** Checks that no class writes to the standard streams. Only a command line may. */
    public static void checkStandardStreams(JavaClasses module) {
        GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(module);
    }

    /**
     * Checks what users of a module see: its public types outside of {@code internal} packages, whose public members show no
     * type of those packages.
     *
     * @param module the classes of the module
     * @param most the maximum number of public types
     */
    public static void checkPublicTypes(JavaClasses module, int most) {
        List<JavaClass> types = module.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> !isInternal(type))
                .sorted(Comparator.comparing(JavaClass::getName))
                .toList();
        assertThat(types).hasSizeLessThanOrEqualTo(most);
        assertThat(types.stream()
                        .flatMap(type -> type.getCodeUnits().stream())
                        .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC))
                        .filter(member -> isInternal(member.getRawReturnType())
                                || member.getRawParameterTypes().stream().anyMatch(HouseRules::isInternal))
                        .map(JavaCodeUnit::getFullName))
                .isEmpty();
    }

    private static boolean isInternal(JavaClass type) {
        return type.getPackageName().matches("io\\.github\\.restartoracle\\.(.+\\.)?internal(\\..+)?");
    }

    private static ArchRule neverSleep() {
        return noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class);
    }

    private static List<JavaPackage> withClasses(JavaClasses module) {
        Predicate<JavaClass> real = type -> !type.getSimpleName().equals("package-info");
        return module.stream()
                .filter(real)
                .map(JavaClass::getPackage)
                .distinct()
                .toList();
    }
}
