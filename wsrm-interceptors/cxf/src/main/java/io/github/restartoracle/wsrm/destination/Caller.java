package io.github.restartoracle.wsrm.destination;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.Subject;
import org.apache.cxf.common.security.SimplePrincipal;
import org.apache.cxf.message.Message;
import org.apache.cxf.security.LoginSecurityContext;
import org.apache.cxf.security.SecurityContext;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a message, as it was authenticated when the message arrived, for a delivery by a later process: the name of the
 * principal, and the names of its roles as far as CXF can list them, which it cannot for those of a servlet container.
 * Immutable, and thread-safe.
 */
final class Caller implements LoginSecurityContext {
    private static final int LONGEST = 16_000;

    private final Principal principal;
    private final Set<Principal> roles;

    private Caller(Principal principal, Set<Principal> roles) {
        this.principal = principal;
        this.roles = roles;
    }

    /**
     * Describes the caller of a message.
     *
     * @return null if there is none, or its description is too long
     */
    static @Nullable String of(Message message) {
        SecurityContext security = message.get(SecurityContext.class);
        Principal principal = security == null ? null : security.getUserPrincipal();
        if (principal == null || principal.getName() == null) {
            return null;
        }
        Stream<Principal> roles = security instanceof LoginSecurityContext login && login.getUserRoles() != null
                ? login.getUserRoles().stream()
                : Stream.empty();
        String described = Stream.concat(Stream.of(principal), roles)
                .map(named -> URLEncoder.encode(named.getName(), StandardCharsets.UTF_8))
                .collect(Collectors.joining(" "));
        return described.length() > LONGEST ? null : described;
    }

    /** Returns the caller of a description. */
    static Caller described(String description) {
        List<Principal> names = Stream.of(description.split(" ", -1))
                .map(name -> new SimplePrincipal(URLDecoder.decode(name, StandardCharsets.UTF_8)))
                .collect(Collectors.toList());
        return new Caller(names.get(0), Set.copyOf(names.subList(1, names.size())));
    }

    @Override
    public Principal getUserPrincipal() {
        return principal;
    }

    @Override
    public boolean isUserInRole(String role) {
        return roles.stream().anyMatch(own -> own.getName().equals(role));
    }

    @Override
    public @Nullable Subject getSubject() {
        return null;
    }

    @Override
    public Set<Principal> getUserRoles() {
        return roles;
    }
}
