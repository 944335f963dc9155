package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostLookupTest {
    private final Queue<Runnable> lookups = new ArrayDeque<>();
    private final HostLookup lookup = new HostLookup(lookups::add);

    @Test
    void shouldAskOnceWhenManyWaitForTheSameName() {
        CompletableFuture<InetAddress[]> first = lookup.addresses("localhost");
        CompletableFuture<InetAddress[]> second = lookup.addresses("localhost");
        CompletableFuture<InetAddress[]> other = lookup.addresses("no-such-host.invalid");
        assertThat(lookups).hasSize(2);
        lookups.forEach(Runnable::run);
        assertThat(first.join()).isNotEmpty().isSameAs(second.join());
        assertThat(other)
                .failsWithin(0, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCauseInstanceOf(UnknownHostException.class);
    }

    @Test
    void shouldAskAgainWhenTheFormerLookupIsOver() {
        var unused = lookup.addresses("localhost");
        lookups.remove().run();
        unused = lookup.addresses("localhost");
        assertThat(lookups).hasSize(1);
    }

    @Test
    void shouldNotAskForAnAddress() {
        assertThat(lookup.addresses("127.0.0.1").join())
                .extracting(InetAddress::getHostAddress)
                .containsExactly("127.0.0.1");
        assertThat(lookup.addresses("::1").join()).hasSize(1);
        assertThat(lookups).isEmpty();
    }
}
