package io.github.restartoracle.harness.testbed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A connection to an SMTP or POP3 server, line by line. */
final class Dialogue implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final BufferedReader in;
    private final Writer out;

    private Dialogue(String host, int port) throws IOException {
        socket = new Socket(host, port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        out = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.US_ASCII);
    }

    /** Connects and reads the greeting. */
    static Dialogue with(String host, int port) throws IOException {
        Dialogue dialogue = new Dialogue(host, port);
        dialogue.answer();
        return dialogue;
    }

    /** Opens a POP3 session of an account. */
    static Dialogue pop3(Mailbox mailbox) throws IOException {
        Dialogue dialogue = with(mailbox.host(), mailbox.pop3Port());
        dialogue.say("USER " + mailbox.user());
        dialogue.say("PASS " + mailbox.password());
        return dialogue;
    }

    /** Submits a mail and returns the answer that decides. */
    static String submit(Mailbox server, String from, String to, String body) throws IOException {
        try (Dialogue smtp = with(server.host(), server.smtpPort())) {
            smtp.say("HELO client.test");
            for (String line : List.of("MAIL FROM:<" + from + "> SIZE=" + body.length(), "RCPT TO:<" + to + ">")) {
                String answer = smtp.say(line);
                if (!answer.startsWith("250")) {
                    return answer;
                }
            }
            smtp.say("DATA");
            return smtp.say(body + "\r\n.");
        }
    }

    String say(String line) throws IOException {
        out.write(line + "\r\n");
        out.flush();
        return answer();
    }

    private String answer() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new IOException("cut off");
        }
        return line;
    }

    /** Returns the lines of a POP3 answer that ends with a dot. */
    List<String> list(String command) throws IOException {
        List<String> lines = new ArrayList<>();
        if (say(command).startsWith("+OK")) {
            for (String line = answer(); !line.equals("."); line = answer()) {
                lines.add(line);
            }
        }
        return lines;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
