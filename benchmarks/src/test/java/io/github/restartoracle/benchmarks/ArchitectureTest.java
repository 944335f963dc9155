package io.github.restartoracle.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.github.restartoracle.house.HouseRules;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "io.github.restartoracle.benchmarks.";
    private static final String LAB = BASE + "lab.";

    private static JavaClasses module;

    @BeforeAll
    static void importClasses() {
        module = HouseRules.module("io.github.restartoracle.benchmarks", 180);
    }

    @Test
    void shouldKeepTheRulesOfTheHouse() {
        HouseRules.check(module);
    }

    @Test
    void shouldKnowNoStudyInTheLaboratory() {
        never(new String[] {BASE + "lab.."}, BASE + "studies..", BASE + "papers..", BASE + "jmh..", BASE + "mail..");
    }

    @Test
    void shouldKnowNoOtherStudyInAPaper() {
        never(new String[] {BASE + "papers.."}, BASE + "studies..");
    }

    @Test
    void shouldKnowNothingOfPagesAndSoftwareUnderTestWhereNumbersAreMade() {
        never(
                new String[] {LAB + "theory..", LAB + "scenario..", LAB + "results..", LAB + "simulator.."},
                LAB + "report..",
                LAB + "suite..",
                LAB + "cli..",
                "org.apache.cxf..");
    }

    @Test
    void shouldKnowNothingOfExperimentsInTheory() {
        never(new String[] {LAB + "theory.."}, LAB + "scenario..", LAB + "simulator..", LAB + "results..");
    }

    @Test
    void shouldNeedNoClockWhereNumbersAreMade() {
        noClasses()
                .that()
                .resideInAnyPackage(LAB + "theory..", LAB + "scenario..", LAB + "results..", LAB + "simulator..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(module);
    }

    private static void never(String[] packages, String... others) {
        noClasses()
                .that()
                .resideInAnyPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(module);
    }
}
