package io.github.restartoracle.wsrm.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharedPropertiesTest {
    private final List<String> list = List.of("one");
    private final Map<String, Object> first = new HashMap<>(Map.of("a", list, "b", "text", "c", 1_000, "d", true));

    private static Map<String, @Nullable Object> copied(SharedProperties properties) {
        Map<String, @Nullable Object> copy = new HashMap<>();
        properties.copyTo(copy);
        return copy;
    }

    private SharedProperties second(Map<String, Object> all) {
        SharedProperties former = SharedProperties.of(new HashMap<>(first), null);
        SharedProperties properties = SharedProperties.of(new HashMap<>(all), former);
        assertThat(copied(former)).isEqualTo(first);
        assertThat(copied(properties)).isEqualTo(all);
        all.forEach((name, value) -> assertThat(properties.get(name)).isSameAs(value));
        assertThat(properties.get("none")).isNull();
        assertThat(properties.sharesWith(former)).isEqualTo(!all.containsKey("apart"));
        return properties;
    }

    @Test
    void shouldBeWhatTheyWereMadeOf() {
        second(first);
    }

    @Test
    void shouldHaveOwnValues() {
        Map<String, Object> all = new HashMap<>(first);
        // Equal, but another object, which may change.
        all.put("a", new ArrayList<>(list));
        all.put("b", "another text");
        second(all);
    }

    @Test
    void shouldKnowWhatIsNotThere() {
        Map<String, Object> all = new HashMap<>(first);
        all.remove("a");
        assertThat(second(all).get("a")).isNull();
    }

    @Test
    void shouldKnowANullFromTheValueBefore() {
        Map<String, Object> all = new HashMap<>(first);
        all.put("a", null);
        assertThat(second(all).get("a")).isNull();
    }

    @Test
    void shouldShareNothingIfMostDiffers() {
        second(new HashMap<>(Map.of("apart", 1, "a", 2, "c", 3, "b", "text")));
    }

    @Test
    void shouldChangeOneValueWithoutTheOther() {
        SharedProperties properties = second(first);
        SharedProperties changed = properties.with("c", 2_000);
        assertThat(changed.get("c")).isEqualTo(2_000);
        assertThat(properties.get("c")).isEqualTo(1_000);
    }
}
