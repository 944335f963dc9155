package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTest {
    @ParameterizedTest
    @CsvSource({
        "http://example.org/a, example.org, 80, example.org",
        "http://example.org:8080/a, example.org, 8080, example.org:8080",
        "http://[::1]:9/, ::1, 9, [::1]:9"
    })
    void shouldNameThePortOnlyWhenItIsUnusual(URI uri, String host, int port, String authority) {
        Route route = Route.of(uri, null);
        assertThat(route).isEqualTo(new Route(host, port, null));
        assertThat(route.authority()).isEqualTo(authority);
    }

    @Test
    void shouldTakeThePortOfHttpsWhenEncrypted() throws IOException {
        Tls tls = Tls.of(new TLSClientParameters());
        assertThat(Route.of(URI.create("https://example.org"), tls).port()).isEqualTo(443);
        assertThat(Route.of(URI.create("https://example.org"), tls).authority()).isEqualTo("example.org");
    }
}
