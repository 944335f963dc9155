package io.github.restartoracle.mail.pop3;

import io.github.restartoracle.mail.account.Login;
import io.github.restartoracle.mail.account.MailServer;
import io.github.restartoracle.mail.account.Pop3Mailbox;
import io.github.restartoracle.mail.account.TlsMode;
import io.github.restartoracle.mail.pop3.Pop3Exception.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One session with a mailbox, logged in. Whatever the server does, memory is bounded and the session ends by its deadline.
 * Deletions take effect with {@link #quit} only (RFC 1939, section 6); {@link #close} without it changes nothing.
 *
 * <p>Not thread-safe.
 */
public final class Pop3Session implements AutoCloseable {
    /** As many mails as are looked at; a mailbox with more is worked off in turns. */
    private static final int MAX_LISTED = 100_000;

    private static final int MAX_LISTING_OCTETS = 16 << 20;

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,18}");

    private final Pop3Connection connection;

    private Pop3Session(Pop3Connection connection) {
        this.connection = connection;
    }

    /**
     * Connects and logs in.
     *
     * @param mailbox the mailbox
     * @param watchdog closes the connection at the deadline
     * @return the session
     * @throws Pop3Exception if that is not possible
     */
    public static Pop3Session open(Pop3Mailbox mailbox, ScheduledExecutorService watchdog) throws Pop3Exception {
        MailServer server = mailbox.server();
        Pop3Connection connection = Pop3Connection.open(server, watchdog);
        try {
            String banner = connection.status();
            if (server.tls() == TlsMode.STARTTLS) {
                connection.startTls();
            }
            logIn(connection, mailbox, banner);
            return new Pop3Session(connection);
        } catch (Pop3Exception e) {
            connection.close();
            throw e.fatal() ? e : new Pop3Exception(Reason.LOGIN, "the login failed: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static void logIn(Pop3Connection connection, Pop3Mailbox mailbox, String banner) throws Pop3Exception {
        Login login = mailbox.server().login();
        if (login == null) {
            throw new Pop3Exception(Reason.LOGIN, "no login is configured");
        }
        String user = login.user();
        String secret = login.password().password(user);
        if (unfit(user) || unfit(secret)) {
            throw new Pop3Exception(Reason.LOGIN, "the user name or the password has a line end");
        }
        if (login.token()) {
            connection.command("AUTH XOAUTH2", Credentials.xoauth2(user, secret));
        } else if (mailbox.apop()) {
            connection.command("APOP", user + " " + Credentials.apop(banner, secret));
        } else {
            connection.command("USER", user);
            connection.command("PASS", secret);
        }
    }

    private static boolean unfit(String text) {
        return text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0 || text.indexOf('\0') >= 0;
    }

    /**
     * What is in the mailbox.
     *
     * @return the mails
     * @throws Pop3Exception if the session cannot go on
     */
    public Listing list() throws Pop3Exception {
        Map<Integer, Long> sizes = new HashMap<>();
        List<Integer> order = new ArrayList<>();
        boolean whole = listing("LIST", (number, size) -> {
            if (sizes.put(number, octets(size)) != null) {
                throw new Pop3Exception(Reason.PROTOCOL, "the listing names a mail twice");
            }
            order.add(number);
        });
        Map<Integer, String> ids = uniqueIds();
        if (ids == null) {
            return new Listing(
                    order.stream()
                            .map(number -> new Listed(number, sizes.getOrDefault(number, 0L), null))
                            .toList(),
                    false,
                    whole);
        }
        // One that is in one of the answers only was deleted or came between them; its turn is the next poll.
        Set<Integer> both = new HashSet<>(order);
        both.retainAll(ids.keySet());
        List<Listed> mails = order.stream()
                .filter(both::contains)
                .map(number -> new Listed(number, sizes.getOrDefault(number, 0L), ids.get(number)))
                .toList();
        return new Listing(mails, true, whole && both.size() == ids.size() && both.size() == order.size());
    }

    private @Nullable Map<Integer, String> uniqueIds() throws Pop3Exception {
        Map<Integer, String> ids = new HashMap<>();
        try {
            listing("UIDL", (number, id) -> {
                if (id.isEmpty() || ids.put(number, id) != null) {
                    throw new Pop3Exception(Reason.PROTOCOL, "the unique ids are garbled");
                }
            });
        } catch (Pop3Exception e) {
            if (e.fatal()) {
                throw e;
            }
            return null;
        }
        return ids;
    }

    @FunctionalInterface
    private interface Line {
        void accept(int number, String value) throws Pop3Exception;
    }

    /** Whether all lines were taken. */
    private boolean listing(String command, Line each) throws Pop3Exception {
        connection.command(command, null);
        int count = 0;
        int octets = 0;
        String line;
        while ((line = connection.listingLine()) != null) {
            octets += line.length();
            if (octets > MAX_LISTING_OCTETS) {
                throw new Pop3Exception(Reason.PROTOCOL, "the answer to " + command + " does not end");
            }
            int space = line.indexOf(' ');
            if (space < 0) {
                throw new Pop3Exception(Reason.PROTOCOL, "the answer to " + command + " is garbled");
            }
            int number = number(line.substring(0, space), command);
            if (++count <= MAX_LISTED) {
                each.accept(number, line.substring(space + 1));
            }
        }
        return count <= MAX_LISTED;
    }

    private static int number(String text, String command) throws Pop3Exception {
        if (!NUMBER.matcher(text).matches() || Integer.parseInt(text) < 1) {
            throw new Pop3Exception(Reason.PROTOCOL, "the answer to " + command + " has no number");
        }
        return Integer.parseInt(text);
    }

    private static long octets(String text) throws Pop3Exception {
        // RFC 1939, section 5, lets a server say more after a space.
        String size = text.trim().split(" ", 2)[0];
        if (!SIZE.matcher(size).matches()) {
            throw new Pop3Exception(Reason.PROTOCOL, "the size of a mail is garbled");
        }
        return Long.parseLong(size);
    }

    /**
     * Reads a mail.
     *
     * @param number its number in this session
     * @param maxOctets no more than this is read, whatever the server says about the size
     * @param target what it is written to
     * @return its octets
     * @throws Pop3Exception not fatal if the server refuses this mail
     * @throws IOException if the target fails; the session cannot go on
     */
    public long retrieve(int number, long maxOctets, OutputStream target) throws IOException {
        connection.command("RETR", Integer.toString(number));
        return connection.text(target, maxOctets);
    }

    /**
     * Reads the header of a mail.
     *
     * @param number its number in this session
     * @param maxOctets no more than this is read
     * @param target what it is written to
     * @throws Pop3Exception not fatal if the server refuses it
     * @throws IOException if the target fails; the session cannot go on
     */
    public void header(int number, long maxOctets, OutputStream target) throws IOException {
        connection.command("TOP", number + " 0");
        connection.text(target, maxOctets);
    }

    /**
     * Marks a mail as deleted.
     *
     * @param number its number in this session
     * @return false if the server refuses
     * @throws Pop3Exception if the session cannot go on
     */
    public boolean delete(int number) throws Pop3Exception {
        try {
            connection.command("DELE", Integer.toString(number));
            return true;
        } catch (Pop3Exception e) {
            if (e.fatal()) {
                throw e;
            }
            return false;
        }
    }

    /**
     * Ends the session, which deletes what is marked.
     *
     * @return false if the server says that not all of it was deleted
     * @throws Pop3Exception if nobody knows
     */
    public boolean quit() throws Pop3Exception {
        try {
            connection.command("QUIT", null);
            return true;
        } catch (Pop3Exception e) {
            if (e.fatal()) {
                throw e;
            }
            return false;
        } finally {
            close();
        }
    }

    /** Drops the connection: nothing is deleted. */
    @Override
    public void close() {
        connection.close();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "POP3 session with %s", connection);
    }
}
