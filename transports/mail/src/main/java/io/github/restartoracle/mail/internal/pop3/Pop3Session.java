package io.github.restartoracle.mail.internal.pop3;

import io.github.restartoracle.mail.internal.account.Login;
import io.github.restartoracle.mail.internal.account.MailServer;
import io.github.restartoracle.mail.internal.account.Pop3Mailbox;
import io.github.restartoracle.mail.internal.account.TlsMode;
import io.github.restartoracle.mail.internal.wire.LineConnection;
import io.github.restartoracle.mail.internal.wire.Watchdog;
import io.github.restartoracle.mail.internal.wire.WireException;
import io.github.restartoracle.mail.internal.wire.WireException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One session with a mailbox, logged in. Memory is bounded and the session ends by its deadline, even with a hostile server.
 * Deletions take effect with {@link #quit} only (RFC 1939, section 6); {@link #close} without it has no effect on the mailbox.
 *
 * <p>Not thread-safe, but for {@link #close}.
 */
public final class Pop3Session implements AutoCloseable {
    /** Far more than any server sends (RFC 2449 allows 512 octets), but little memory. */
    private static final int MAX_LINE = 128 << 10;

    /** The maximum number of mails that are read in one session; a larger mailbox takes several sessions. */
    private static final int MAX_LISTED = 100_000;

    private static final int MAX_LISTING_OCTETS = 16 << 20;
    private static final int MAX_QUOTED = 100;

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,18}");

    private final LineConnection connection;
    private final Watchdog.Watch deadline;

    private Pop3Session(MailServer server, Watchdog watchdog) {
        connection = new LineConnection(server, watchdog, MAX_LINE);
        deadline = watchdog.after(server.deadline(), connection::expire);
    }

    /**
     * Connects and logs in.
     *
     * @param watchdog closes the connection at the deadline
     * @throws WireException if that is not possible
     */
    public static Pop3Session open(Pop3Mailbox mailbox, Watchdog watchdog) throws WireException {
        Pop3Session session = new Pop3Session(mailbox.server(), watchdog);
        try {
            session.begin(mailbox);
            return session;
        } catch (WireException e) {
            session.close();
            throw e.fatal() ? e : new WireException(Reason.LOGIN, "the login failed: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private void begin(Pop3Mailbox mailbox) throws WireException {
        TlsMode tls = mailbox.server().tls();
        connection.open();
        if (tls == TlsMode.IMPLICIT) {
            connection.secure();
        }
        String banner = status(false);
        if (tls == TlsMode.STARTTLS) {
            startTls();
        }
        logIn(mailbox, banner);
    }

    private void startTls() throws WireException {
        try {
            command("STLS", null);
        } catch (WireException e) {
            throw e.fatal() ? e : new WireException(Reason.TLS, "TLS is required, but the server refused STLS", e);
        }
        connection.secure();
    }

    private void logIn(Pop3Mailbox mailbox, String banner) throws WireException {
        Login login = mailbox.server().login();
        if (login == null) {
            throw new WireException(Reason.LOGIN, "no login is configured");
        }
        String user = login.user();
        String secret = login.password().password(user);
        if (endsLine(user) || endsLine(secret)) {
            throw new WireException(Reason.LOGIN, "the user name or the password contains a line break");
        }
        if (login.token()) {
            command("AUTH XOAUTH2", login.xoauth2(secret));
        } else if (mailbox.apop()) {
            command("APOP", user + " " + Apop.digest(banner, secret));
        } else {
            command("USER", user);
            command("PASS", secret);
        }
    }

    private static boolean endsLine(String text) {
        return text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0 || text.indexOf('\0') >= 0;
    }

    /** Sends a command. Its argument is never quoted in a message, since it may be a secret. */
    private void command(String word, @Nullable String argument) throws WireException {
        connection.send(argument == null ? word : word + " " + argument);
        try {
            status(word.startsWith("AUTH "));
        } catch (WireException e) {
            throw new WireException(e.reason(), word + ": " + e.getMessage(), e.getCause());
        }
    }

    private String status(boolean login) throws WireException {
        String line = connection.line();
        if (line.equals("+OK") || line.startsWith("+OK ")) {
            return line;
        }
        if (line.startsWith("+ ") && login) {
            // RFC 5034, section 4; in XOAUTH2 the challenge has the reason for which the token is refused.
            throw new WireException(Reason.LOGIN, "the server rejected the token");
        }
        if (!line.equals("-ERR") && !line.startsWith("-ERR ")) {
            throw new WireException(Reason.PROTOCOL, "the server's response is not POP3");
        }
        String shown = line.length() > MAX_QUOTED ? line.substring(0, MAX_QUOTED) : line;
        throw new WireException(
                refusal(line.toUpperCase(Locale.ROOT)), "the server refused: " + shown.replaceAll("[^ -~]", "?"));
    }

    /** Returns the reason of a refusal by its response code (RFC 2449, section 8, and RFC 3206). */
    private static Reason refusal(String line) {
        if (line.startsWith("-ERR [IN-USE]")) {
            return Reason.IN_USE;
        }
        if (line.startsWith("-ERR [LOGIN-DELAY]")) {
            return Reason.LOGIN_DELAY;
        }
        if (line.startsWith("-ERR [AUTH]")) {
            return Reason.LOGIN;
        }
        return line.startsWith("-ERR [SYS/TEMP]") ? Reason.UNAVAILABLE : Reason.REFUSED;
    }

    /**
     * Lists the mailbox.
     *
     * @throws WireException if the session cannot go on
     */
    public Listing list() throws WireException {
        Map<Integer, Long> sizes = new HashMap<>();
        List<Integer> order = new ArrayList<>();
        boolean whole = listing("LIST", (number, size) -> {
            if (sizes.put(number, octets(size)) != null) {
                throw new WireException(Reason.PROTOCOL, "LIST repeats a message number");
            }
            order.add(number);
        });
        Map<Integer, String> ids = uniqueIds();
        boolean unique = ids != null;
        Map<Integer, String> known = ids == null ? Map.of() : ids;
        // A mail that is in one of the answers only was deleted or came between them; the next poll takes it.
        Set<Integer> both = new HashSet<>(order);
        if (unique) {
            both.retainAll(known.keySet());
        }
        List<Listed> mails = order.stream()
                .filter(both::contains)
                .map(number -> new Listed(number, sizes.getOrDefault(number, 0L), known.get(number)))
                .toList();
        boolean same = !unique || (both.size() == known.size() && both.size() == order.size());
        return new Listing(mails, unique, whole && same);
    }

    /** Returns the unique ids by number; null if the server has none. */
    private @Nullable Map<Integer, String> uniqueIds() throws WireException {
        Map<Integer, String> ids = new HashMap<>();
        try {
            listing("UIDL", (number, id) -> {
                if (id.isEmpty() || ids.put(number, id) != null) {
                    throw new WireException(Reason.PROTOCOL, "the response to UIDL is malformed");
                }
            });
            return ids;
        } catch (WireException e) {
            if (e.fatal()) {
                throw e;
            }
            return null;
        }
    }

    @FunctionalInterface
    private interface Line {
        void accept(int number, String value) throws WireException;
    }

    /** Returns false if there were more lines than are taken. */
    private boolean listing(String command, Line each) throws WireException {
        command(command, null);
        int count = 0;
        int octets = 0;
        for (String line = connection.line(); !line.equals("."); line = connection.line()) {
            octets += line.length();
            if (octets > MAX_LISTING_OCTETS) {
                throw new WireException(
                        Reason.PROTOCOL,
                        "the response to " + command + " is longer than " + MAX_LISTING_OCTETS + " octets");
            }
            int space = line.indexOf(' ');
            String number = line.substring(0, Math.max(0, space));
            if (!NUMBER.matcher(number).matches() || Integer.parseInt(number) < 1) {
                throw new WireException(Reason.PROTOCOL, "the response to " + command + " is malformed");
            }
            if (++count <= MAX_LISTED) {
                each.accept(Integer.parseInt(number), line.substring(space + 1));
            }
        }
        return count <= MAX_LISTED;
    }

    private static long octets(String text) throws WireException {
        // RFC 1939, section 5, lets a server say more after a space.
        String size = text.trim().split(" ", 2)[0];
        if (!SIZE.matcher(size).matches()) {
            throw new WireException(Reason.PROTOCOL, "LIST has a malformed size");
        }
        return Long.parseLong(size);
    }

    /**
     * Reads a mail.
     *
     * @param number its number in this session
     * @param maxOctets the maximum to read, even if the server names a larger size
     * @param target takes the octets
     * @return the number of octets
     * @throws WireException not fatal if the server refuses this mail
     * @throws IOException if the target fails; the session cannot go on
     */
    public long retrieve(int number, long maxOctets, OutputStream target) throws IOException {
        command("RETR", Integer.toString(number));
        return connection.copyText(target, maxOctets);
    }

    /**
     * Reads the header of a mail, as {@link #retrieve} reads a mail.
     *
     * @param number its number in this session
     * @param maxOctets no more than this is read
     * @param target takes the octets
     * @throws IOException as {@link #retrieve}
     */
    public void header(int number, long maxOctets, OutputStream target) throws IOException {
        command("TOP", number + " 0");
        connection.copyText(target, maxOctets);
    }

    /**
     * Marks a mail as deleted.
     *
     * @param number its number in this session
     * @return false if the server refuses
     * @throws WireException if the session cannot go on
     */
    public boolean delete(int number) throws WireException {
        return accepted("DELE", Integer.toString(number));
    }

    /**
     * Ends the session, which deletes the marked mails.
     *
     * @return false if the server says that not all of them were deleted
     * @throws WireException if that is not known
     */
    public boolean quit() throws WireException {
        try {
            return accepted("QUIT", null);
        } finally {
            close();
        }
    }

    private boolean accepted(String word, @Nullable String argument) throws WireException {
        try {
            command(word, argument);
            return true;
        } catch (WireException e) {
            if (e.fatal()) {
                throw e;
            }
            return false;
        }
    }

    /** Drops the connection: no mail is deleted. */
    @Override
    public void close() {
        deadline.cancel();
        connection.close();
    }
}
