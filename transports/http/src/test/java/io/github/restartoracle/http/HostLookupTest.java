package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostLookupTest {
    private final Queue<Runnable> lookups = new ArrayDeque<>();
    private final Executor path = lookups::add;
    private final HostLookup lookup = new HostLookup();

    @Test
    void shouldAskOnceWhenManyWaitForTheSameName() {
        CompletableFuture<InetAddress[]> first = lookup.addresses("localhost", path);
        CompletableFuture<InetAddress[]> second = lookup.addresses("localhost", path);
        CompletableFuture<InetAddress[]> other = lookup.addresses("no-such-host.invalid", path);
        assertThat(lookups).hasSize(2);
        lookups.forEach(Runnable::run);
        assertThat(first.join()).isNotEmpty().isSameAs(second.join());
        assertThat(other)
                .failsWithin(0, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCauseInstanceOf(UnknownHostException.class);
    }

    @Test
    void shouldNotWaitForTheThreadsOfAnotherPath() {
        var stuck = lookup.addresses("localhost", task -> {});
        assertThat(lookup.addresses("localhost", Runnable::run).join()).isNotEmpty();
        assertThat(stuck).isNotDone();
    }

    @Test
    void shouldAskAgainWhenTheFormerLookupIsOver() {
        var unused = lookup.addresses("localhost", path);
        lookups.remove().run();
        unused = lookup.addresses("localhost", path);
        assertThat(lookups).hasSize(1);
    }

    @Test
    void shouldNotAskForAnAddress() {
        assertThat(lookup.addresses("127.0.0.1", path).join())
                .extracting(InetAddress::getHostAddress)
                .containsExactly("127.0.0.1");
        assertThat(lookup.addresses("::1", path).join()).hasSize(1);
        assertThat(lookups).isEmpty();
    }
}
