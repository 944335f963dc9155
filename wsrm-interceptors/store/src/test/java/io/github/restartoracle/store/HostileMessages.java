package io.github.restartoracle.store;

import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Messages of WS-RM with values that break its rules, and messages that are cut, doubled or changed at random. */
final class HostileMessages {
    /** The word that begins a forged line of a log. */
    static final String FORGED = "FORGED";

    private static final String LINE = "&#10;" + FORGED + " line&#x85;" + FORGED + " next&#x2028;" + FORGED + "&#13;";
    private static final List<String> RELIABLE =
            List.of("http://docs.oasis-open.org/ws-rx/wsrm/200702", "http://schemas.xmlsoap.org/ws/2005/02/rm");
    private static final List<String> NUMBERS = List.of(
            "0",
            "-1",
            "-9223372036854775808",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551621",
            "",
            "one",
            "1.0",
            "0x10",
            "1e3",
            " 2 ",
            "+4",
            "007",
            "٣",
            "7" + LINE);
    private static final List<String> ADDRESSES = List.of(
            "http://www.w3.org/2005/08/addressing/anonymous",
            "http://www.w3.org/2005/08/addressing/none",
            "http://192.0.2.1/acks",
            "http://localhost:1/acks",
            "http://user:password@localhost:1/",
            "http://a b/" + LINE,
            "http://localhost:1/" + LINE,
            "file:///etc/passwd",
            "mailto:somebody@example.org",
            "urn:x",
            "",
            "x".repeat(3_000));

    /** The numbers below it are valid ones; there are few, so that messages are delivered in order too. */
    private static final int HIGHEST = 9;

    private final Random random;
    private final String address;
    private final String reliable;
    /** The sequences that were created for the sender of these messages. */
    private final List<String> own;

    HostileMessages(Random random, String address, List<String> own) {
        this.random = random;
        this.address = address;
        this.own = own;
        this.reliable = any(RELIABLE);
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    private String number() {
        return oneIn(2) ? any(NUMBERS) : String.valueOf(random.nextInt(1, HIGHEST));
    }

    private String identifier() {
        if (!own.isEmpty() && !oneIn(4)) {
            return any(own);
        }
        return any(List.of("", " ", "urn:uuid:" + new UUID(random.nextLong(), 1), "urn:x" + LINE, "y".repeat(100_000)));
    }

    private String address() {
        return oneIn(2) ? ADDRESSES.get(0) : any(ADDRESSES);
    }

    private String named(String element, String parts) {
        String identifier = oneIn(20) ? "" : "<r:Identifier>" + identifier() + "</r:Identifier>";
        return "<r:" + element + ">" + identifier + parts + "</r:" + element + ">";
    }

    private String range() {
        return "<r:AcknowledgementRange Lower='" + number() + "' Upper='" + number() + "'/>";
    }

    private String header() {
        return switch (random.nextInt(6)) {
            case 0 ->
                named("SequenceAcknowledgement", range() + (oneIn(2) ? range() : "<r:Nack>" + number() + "</r:Nack>"));
            case 1 -> named("AckRequested", oneIn(2) ? "" : "<r:MessageNumber>" + number() + "</r:MessageNumber>");
            case 2 ->
                "<r:SequenceFault><r:FaultCode>r:UnknownSequence</r:FaultCode><r:Detail>" + identifier()
                        + "</r:Detail></r:SequenceFault>";
            case 3 ->
                "<t:Transmission xmlns:t='urn:io.github.restartoracle:transmission:1'>" + number()
                        + "</t:Transmission>";
            default -> named("Sequence", "<r:MessageNumber>" + number() + "</r:MessageNumber>");
        };
    }

    /** Returns the next message. */
    String next() {
        String message = oneIn(4) ? create() : oneIn(4) ? control() : order();
        return oneIn(5) ? damaged(message) : message;
    }

    /** Returns a request for a sequence that is well-formed, so that the sender gets one. */
    String createSoundly() {
        return envelope(
                reliable + "/CreateSequence", "", create(ADDRESSES.get(0), "PT1H", "urn:uuid:" + UUID.randomUUID()));
    }

    private String create() {
        return envelope(
                reliable + "/CreateSequence",
                oneIn(3) ? header() : "",
                create(address(), any(List.of("PT0S", "-P1D", "P999999999Y", "soon")), identifier()));
    }

    private static String create(String acksTo, String expires, String offered) {
        return "<r:CreateSequence><r:AcksTo><a:Address>" + acksTo + "</a:Address></r:AcksTo><r:Expires>" + expires
                + "</r:Expires><r:Offer><r:Identifier>" + offered + "</r:Identifier><r:Endpoint><a:Address>" + acksTo
                + "</a:Address></r:Endpoint></r:Offer></r:CreateSequence>";
    }

    private String control() {
        String operation = any(List.of("AckRequested", "SequenceAcknowledgement", "LastMessage", "Unknown"));
        return envelope(reliable + "/" + operation, header() + (oneIn(2) ? header() : ""), "");
    }

    private String order() {
        String sequence = named("Sequence", "<r:MessageNumber>" + number() + "</r:MessageNumber>");
        return envelope(
                "urn:test:orders/Orders/put",
                sequence + (oneIn(2) ? header() : "") + (oneIn(8) ? header() : ""),
                "<o:put xmlns:o='urn:test:orders'><order>hostile</order></o:put>");
    }

    private String envelope(String action, String headers, String body) {
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'"
                + " xmlns:a='http://www.w3.org/2005/08/addressing' xmlns:r='" + reliable + "'><s:Header><a:Action>"
                + action + "</a:Action><a:MessageID>urn:uuid:" + new UUID(random.nextLong(), random.nextLong())
                + "</a:MessageID><a:To>" + address + "</a:To><a:ReplyTo><a:Address>" + address()
                + "</a:Address></a:ReplyTo>"
                + (oneIn(3) ? "<a:FaultTo><a:Address>" + address() + "</a:Address></a:FaultTo>" : "") + headers
                + "</s:Header><s:Body>" + body + "</s:Body></s:Envelope>";
    }

    private String damaged(String message) {
        int from = random.nextInt(message.length());
        int to = from + random.nextInt(Math.min(60, message.length() - from));
        return switch (random.nextInt(4)) {
            case 0 -> message.substring(0, from);
            case 1 -> message.substring(0, from) + message.substring(to);
            case 2 -> message.substring(0, to) + message.substring(from);
            default -> message.substring(0, from) + (char) random.nextInt(32, 127) + message.substring(to);
        };
    }
}
