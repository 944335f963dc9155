package io.github.restartoracle.wsrm.internal.destination;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.wsrm.internal.destination.AcceptedMessage.Caller;
import java.security.Principal;
import java.util.Objects;
import javax.security.auth.Subject;
import org.apache.cxf.common.security.SimplePrincipal;
import org.apache.cxf.common.security.SimpleSecurityContext;
import org.apache.cxf.interceptor.security.DefaultSecurityContext;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.security.SecurityContext;
import org.junit.jupiter.api.Test;

class CallerTest {
    private static Message from(String name, String... roles) {
        Principal principal = new SimplePrincipal(name);
        Subject subject = new Subject();
        subject.getPrincipals().add(principal);
        for (String role : roles) {
            subject.getPrincipals().add(new SimplePrincipal(role));
        }
        Message message = new MessageImpl();
        message.put(SecurityContext.class, new DefaultSecurityContext(principal, subject));
        return message;
    }

    @Test
    void shouldKeepNamesWithAnyCharacters() {
        Caller caller = Caller.described(
                Objects.requireNonNull(Caller.of(from("CN=Ann Other, O=\u00dcber\n", "a b", "c+d%20", "e"))));
        assertThat(caller.getUserPrincipal().getName()).isEqualTo("CN=Ann Other, O=\u00dcber\n");
        assertThat(caller.getUserRoles())
                .extracting(Principal::getName)
                .containsExactlyInAnyOrder("a b", "c+d%20", "e");
        assertThat(caller.isUserInRole("a b")).isTrue();
        assertThat(caller.isUserInRole("a")).isFalse();
        assertThat(caller.isUserInRole("CN=Ann Other, O=\u00dcber\n")).isFalse();
    }

    @Test
    void shouldKeepACallerWithoutRoles() {
        Caller caller = Caller.described(Objects.requireNonNull(Caller.of(from("ann"))));
        assertThat(caller.getUserPrincipal().getName()).isEqualTo("ann");
        assertThat(caller.getUserRoles()).isEmpty();
    }

    /** A caller without some of its roles might be refused for ever, or be let pass where a role is excluded. */
    @Test
    void shouldKeepNoCallerWhoseDescriptionIsTooLong() {
        assertThat(Caller.of(new MessageImpl())).isNull();
        assertThat(Caller.of(from("a".repeat(16_000)))).hasSize(16_000);
        assertThat(Caller.of(from("a".repeat(16_000), "b"))).isNull();
    }

    @Test
    void shouldKeepNoCallerWhoseRolesCannotBeListed() {
        Message message = new MessageImpl();
        message.put(SecurityContext.class, new SimpleSecurityContext("ann"));
        assertThat(Caller.of(message)).isNull();
    }
}
