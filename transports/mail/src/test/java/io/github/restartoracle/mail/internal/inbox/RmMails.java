package io.github.restartoracle.mail.internal.inbox;

/** Mails of WS-RM, written by hand so that they can be invalid. */
final class RmMails {
    /** A service without WS-RM. */
    static final String PLAIN = "plain@b.test";

    static final String FRIEND = "mailto:alice@a.test";
    static final String RM_1_0 = "http://schemas.xmlsoap.org/ws/2005/02/rm";
    static final String RM_1_1 = "http://docs.oasis-open.org/ws-rx/wsrm/200702";
    static final String WSA_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
    static final String WSA_2005 = "http://www.w3.org/2005/08/addressing";
    static final String MC = "http://docs.oasis-open.org/ws-rx/wsmc/200702";

    private final String rm;
    private final String wsa;

    RmMails(String rm, String wsa) {
        this.rm = rm;
        this.wsa = wsa;
    }

    static RmMails usual() {
        return new RmMails(RM_1_1, WSA_2005);
    }

    static String reference(String name, String address) {
        return "<" + name + "><wsa:Address>" + address + "</wsa:Address></" + name + ">";
    }

    String envelope(String action, String header, String body) {
        return envelope(Mails.SERVICE, action, header, body);
    }

    private String envelope(String to, String action, String header, String body) {
        return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:wsa=\"" + wsa + "\" xmlns:r=\""
                + rm + "\"><s:Header><wsa:To>mailto:" + to + "</wsa:To><wsa:MessageID>urn:uuid:"
                + Mails.unique() + "</wsa:MessageID><wsa:Action>" + action + "</wsa:Action>" + header
                + "</s:Header><s:Body>" + body + "</s:Body></s:Envelope>";
    }

    /** Returns a message of WS-RM itself, with its reply to a friend. */
    String protocol(String name, String header, String body) {
        return envelope(rm + "/" + name, header, "<r:" + name + ">" + body + "</r:" + name + ">");
    }

    String createSequence(String acksTo, String more) {
        return protocol("CreateSequence", reference("wsa:ReplyTo", FRIEND), reference("r:AcksTo", acksTo) + more);
    }

    String put(String header, String order) {
        return envelope(
                "urn:test:orders/Orders/put",
                header,
                "<o:put xmlns:o=\"urn:test:orders\"><order>" + order + "</order></o:put>");
    }

    /** Returns a two-way call without WS-RM. */
    String price(String header) {
        return envelope(
                PLAIN,
                "urn:test:orders/Orders/price",
                header,
                "<o:price xmlns:o=\"urn:test:orders\"><order>" + Mails.SECRET + "</order></o:price>");
    }

    String sequence(String identifier, int number) {
        return "<r:Sequence><r:Identifier>" + identifier + "</r:Identifier><r:MessageNumber>" + number
                + "</r:MessageNumber></r:Sequence>";
    }
}
