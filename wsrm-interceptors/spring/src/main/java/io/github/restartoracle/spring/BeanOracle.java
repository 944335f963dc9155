package io.github.restartoracle.spring;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * A bean of the type {@link RetransmissionOracle}: a kind of oracle with the bean's name. A path needs an oracle of its own, so
 * the scope of the bean must be {@code prototype}.
 *
 * @param beans the factory of the bean
 * @param bean its name there
 */
record BeanOracle(ListableBeanFactory beans, String bean) implements OracleProvider {
    private static final Pattern CAMEL_HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    /** Returns all such beans that have a name by which a property can choose them. */
    static List<OracleProvider> all(ListableBeanFactory beans) {
        return Stream.of(beans.getBeanNamesForType(RetransmissionOracle.class, true, false))
                .filter(bean -> !beans.isTypeMatch(bean, OracleProvider.class))
                .<OracleProvider>map(bean -> new BeanOracle(beans, bean))
                .filter(oracle -> NAME.matcher(oracle.name()).matches())
                .toList();
    }

    /**
     * Returns the name in kebab-case: {@code patientOracle} and {@code patient_oracle} are {@code patient-oracle}, as in all
     * properties.
     */
    @Override
    public String name() {
        return CAMEL_HUMP.matcher(bean).replaceAll("-").replace('_', '-').toLowerCase(Locale.ROOT);
    }

    @Override
    public OracleFactory factory(Settings settings) {
        settings.section(name()).requireKnown(Set.of());
        if (!beans.isPrototype(bean)) {
            throw new SettingException(
                    settings.fullName("oracle"),
                    name(),
                    "that the bean \"" + bean
                            + "\" has the scope \"prototype\": every path needs an oracle of its own, and this one would be shared");
        }
        return OracleFactory.of(() -> beans.getBean(bean, RetransmissionOracle.class));
    }
}
