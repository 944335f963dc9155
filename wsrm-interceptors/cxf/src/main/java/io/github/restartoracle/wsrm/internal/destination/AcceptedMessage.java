package io.github.restartoracle.wsrm.internal.destination;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.Subject;
import org.apache.cxf.common.security.SimplePrincipal;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.security.LoginSecurityContext;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.persistence.PersistenceUtils;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.jspecify.annotations.Nullable;

/** A message as it is stored until its delivery. Not thread-safe. */
public final class AcceptedMessage extends RMMessage {
    private @Nullable String caller;

    /** Creates the stored form of a message; fails if its envelope was not captured, or cannot be read. */
    static AcceptedMessage of(Message message, long number) throws IOException {
        CachedOutputStream saved = (CachedOutputStream) message.get(RMMessageConstants.SAVED_CONTENT);
        if (saved == null) {
            throw new IOException(
                    "the envelope was not captured: the store was installed after the service was started");
        }
        AcceptedMessage stored = new AcceptedMessage();
        stored.setCaller(Caller.of(message));
        stored.setMessageNumber(number);
        stored.setCreatedTime(
                RMContextUtils.retrieveRMProperties(message, false).getCreatedTime());
        if (message.getAttachments() == null) {
            stored.setContent(saved);
            stored.setContentType((String) message.get(Message.CONTENT_TYPE));
        } else {
            PersistenceUtils.encodeRMContent(stored, message, saved.getInputStream());
        }
        return stored;
    }

    /** Returns the description, of 16,000 characters at most, of the caller that was authenticated; null if there was none. */
    public @Nullable String getCaller() {
        return caller;
    }

    public void setCaller(@Nullable String caller) {
        this.caller = caller;
    }

    /**
     * The caller of a message, as it was authenticated when the message arrived, for a delivery by a later process: the name of the
     * principal and those of its roles. One whose roles CXF cannot list, such as those of a servlet container, is not kept: without
     * them it might pass where one of its roles is excluded. Immutable, and thread-safe.
     */
    record Caller(Principal getUserPrincipal, Set<Principal> getUserRoles) implements LoginSecurityContext {
        private static final int LONGEST = 16_000;

        /** Describes the caller of a message; returns null if there is none, or its description is too long. */
        static @Nullable String of(Message message) {
            if (!(message.get(SecurityContext.class) instanceof LoginSecurityContext security)
                    || security.getUserPrincipal() == null
                    || security.getUserPrincipal().getName() == null
                    || security.getUserRoles() == null) {
                return null;
            }
            String described = Stream.concat(Stream.of(security.getUserPrincipal()), security.getUserRoles().stream())
                    .map(Principal::getName)
                    .filter(Objects::nonNull)
                    .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
                    .collect(Collectors.joining(" "));
            return described.length() > LONGEST ? null : described;
        }

        static Caller described(String description) {
            List<Principal> names = Stream.of(description.split(" ", -1))
                    .map(name -> new SimplePrincipal(URLDecoder.decode(name, StandardCharsets.UTF_8)))
                    .collect(Collectors.toList());
            return new Caller(names.get(0), Set.copyOf(names.subList(1, names.size())));
        }

        @Override
        public boolean isUserInRole(String role) {
            return getUserRoles.stream().anyMatch(own -> own.getName().equals(role));
        }

        @Override
        public @Nullable Subject getSubject() {
            return null;
        }
    }
}
