package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathTagsTest {
    @ParameterizedTest
    @CsvSource({
        "http://supplier.example:8080/orders?x=1, supplier.example",
        "https://[::1]:8443/orders, [::1]",
        "mailto:orders@supplier.example, supplier.example",
        "mailto:orders@supplier.example?subject=x, supplier.example",
        "/orders, unknown",
        "not an address, unknown"
    })
    void shouldBeTheHostOfTheAddress(String address, String host) {
        assertThat(PathTags.of("{urn:orders}OrderService#OrderPort", address))
                .isEqualTo(new PathTags("OrderService#OrderPort", host));
    }
}
