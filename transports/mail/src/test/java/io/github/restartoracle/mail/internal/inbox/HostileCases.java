package io.github.restartoracle.mail.internal.inbox;

import static io.github.restartoracle.mail.internal.inbox.MailOutcome.ACCEPT;
import static io.github.restartoracle.mail.internal.inbox.MailOutcome.FAULT;
import static io.github.restartoracle.mail.internal.inbox.MailOutcome.QUAR;
import static io.github.restartoracle.mail.internal.inbox.RmMails.FRIEND;
import static io.github.restartoracle.mail.internal.inbox.RmMails.MC;
import static io.github.restartoracle.mail.internal.inbox.RmMails.RM_1_0;
import static io.github.restartoracle.mail.internal.inbox.RmMails.RM_1_1;
import static io.github.restartoracle.mail.internal.inbox.RmMails.WSA_2004;
import static io.github.restartoracle.mail.internal.inbox.RmMails.WSA_2005;
import static io.github.restartoracle.mail.internal.inbox.RmMails.reference;

import java.util.ArrayList;
import java.util.List;

/** Mails that try to make the service send to a forbidden address, or that can be read in two ways. */
final class HostileCases {
    private static final String STRANGER = "mailto:victim@c.test";
    private static final RmMails RM = RmMails.usual();

    private HostileCases() {}

    /** Composes the mail, or its envelope, from the address of the canary and a live sequence. */
    @FunctionalInterface
    interface Mail {
        String of(String canary, String sequence);
    }

    /** A hostile mail and its outcome. */
    record Case(String name, MailOutcome expected, Mail content) {
        String mail(String canary, String sequence) {
            return content.of(canary, sequence);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> all() {
        List<Case> cases = new ArrayList<>();
        cases.addAll(acksTo());
        cases.addAll(versions());
        cases.addAll(answers());
        cases.addAll(protocol());
        cases.addAll(structure());
        cases.addAll(permitted());
        return cases;
    }

    /** Returns addresses that are not permitted; CANARY stands for host and port of the canary. */
    private static List<String> addresses() {
        return List.of(
                STRANGER,
                "MAILTO:victim@c.test",
                "mailto:victim%40c.test",
                "mailto:alice@a.test.c.test",
                "mailto:alice@sub.a.test",
                "mailto:alice@a.test,victim@c.test",
                "mailto:alice@a.test;victim@c.test",
                "mailto:alice@a.test?cc=victim@c.test",
                "mailto:alice@a.test%0d%0aRCPT%20TO:%3Cvictim@c.test%3E",
                "mailto:victim@c.test#@a.test",
                "\n   mailto:victim@c.test\t",
                "<![CDATA[mailto:victim@c.test]]>",
                "mailto:alice@a.test<!-- -->.c.test",
                "mailto:alice@a.test<?x y?>.c.test",
                "&#109;ailto:victim&#64;c.test",
                "mailto:&quot;alice@a.test&quot;@c.test",
                "mailto:alice@&#x430;.test",
                "mailto:alice@[127.0.0.1]",
                "mailto:" + Mails.SERVICE,
                "mailto:",
                "http://CANARY/acks",
                "HTTP://CANARY/acks",
                "\nhttp://CANARY/acks ",
                "http://a.test@CANARY/",
                "http://CANARY/?http://www.w3.org/2005/08/addressing/anonymous",
                "http://CANARY/http://www.w3.org/2005/08/addressing/none",
                "https://CANARY/",
                "ws://CANARY/",
                "soap.udp://CANARY",
                "jms:queue:orders",
                "local://orders",
                "file:///tmp/acks",
                "ftp://CANARY/acks",
                "urn:somebody",
                "http://www.w3.org/2005/08/addressing/anonymousX",
                "http://docs.oasis-open.org/ws-rx/wsmc/200702/anonymous?id=urn:uuid:1");
    }

    private static String at(String address, String canary) {
        return address.replace("CANARY", canary);
    }

    private static String shown(String address) {
        return address.replaceAll("\\s+", " ").strip();
    }

    private static List<Case> acksTo() {
        return addresses().stream()
                .map(address -> new Case(
                        "AcksTo " + shown(address),
                        QUAR,
                        (canary, sequence) -> RM.createSequence(at(address, canary), "")))
                .toList();
    }

    private static List<Case> versions() {
        List<Case> cases = new ArrayList<>();
        for (String wsa : List.of(WSA_2004, WSA_2005)) {
            RmMails old = new RmMails(RM_1_0, wsa);
            String name = " of WS-RM 1.0 with WS-Addressing " + (wsa.equals(WSA_2004) ? 2004 : 2005);
            cases.add(new Case("AcksTo" + name, QUAR, (canary, sequence) -> old.createSequence(STRANGER, "")));
            cases.add(new Case(
                    "AcksTo by HTTP" + name,
                    QUAR,
                    (canary, sequence) -> old.createSequence("http://" + canary + "/", "")));
            cases.add(new Case(
                    "ReplyTo by HTTP" + name,
                    QUAR,
                    (canary, sequence) -> old.price(reference("wsa:ReplyTo", "http://" + canary + "/"))));
        }
        String offer = "<r:Offer><r:Identifier>urn:uuid:offered</r:Identifier>";
        cases.add(new Case(
                "AcksTo with an offer",
                QUAR,
                (canary, sequence) ->
                        RM.createSequence(STRANGER, offer + reference("r:Endpoint", FRIEND) + "</r:Offer>")));
        cases.add(new Case(
                "Endpoint of an offer",
                QUAR,
                (canary, sequence) ->
                        RM.createSequence(FRIEND, offer + reference("r:Endpoint", STRANGER) + "</r:Offer>")));
        cases.add(new Case(
                "Endpoint of an offer by HTTP",
                QUAR,
                (canary, sequence) -> RM.createSequence(
                        FRIEND, offer + reference("r:Endpoint", "http://" + canary + "/") + "</r:Offer>")));
        cases.add(new Case(
                "two AcksTo", QUAR, (canary, sequence) -> RM.createSequence(FRIEND, reference("r:AcksTo", STRANGER))));
        cases.add(new Case(
                "two addresses in one AcksTo",
                QUAR,
                (canary, sequence) ->
                        RM.createSequence(FRIEND + "</wsa:Address><wsa:Address>http://" + canary + "/", "")));
        return cases;
    }

    private static List<Case> answers() {
        List<Case> cases = new ArrayList<>();
        for (String address : List.of(
                "http://CANARY/",
                "HTTP://CANARY/",
                "http://a.test@CANARY/",
                " http://CANARY/",
                "mailto:alice@a.test<!-- -->.c.test",
                "http://www.w3.org/2005/08/addressing/anonymous?id=1")) {
            cases.add(new Case(
                    "ReplyTo " + shown(address),
                    QUAR,
                    (canary, sequence) -> RM.price(reference("wsa:ReplyTo", at(address, canary)))));
            cases.add(new Case(
                    "FaultTo " + shown(address),
                    QUAR,
                    (canary, sequence) -> RM.price(
                                    reference("wsa:ReplyTo", FRIEND) + reference("wsa:FaultTo", at(address, canary)))
                            .replace("o:price", "o:unknown")));
        }
        cases.add(new Case(
                "FaultTo of a one-way message in a live sequence",
                QUAR,
                (canary, sequence) -> RM.put(
                                RM.sequence(sequence, 1_000_000) + reference("wsa:FaultTo", "http://" + canary + "/"),
                                "x")
                        .replace("<order>", "<order")));
        cases.add(new Case(
                "FaultTo of a message in an unknown sequence",
                QUAR,
                (canary, sequence) ->
                        RM.put(RM.sequence("urn:uuid:nowhere", 1) + reference("wsa:FaultTo", STRANGER), "x")));
        cases.add(new Case(
                "ReplyTo of a message in an unknown sequence",
                QUAR,
                (canary, sequence) -> RM.put(
                        RM.sequence("urn:uuid:nowhere", 1) + reference("wsa:ReplyTo", "http://" + canary + "/"), "x")));
        cases.add(new Case(
                "ReplyTo twice, the second of a stranger",
                QUAR,
                (canary, sequence) -> RM.price(reference("wsa:ReplyTo", FRIEND) + reference("wsa:ReplyTo", STRANGER))));
        cases.add(new Case(
                "ReplyTo of two versions",
                QUAR,
                (canary, sequence) -> RM.price(reference("wsa:ReplyTo", FRIEND)
                        + "<w:ReplyTo xmlns:w=\"" + WSA_2004 + "\"><w:Address>http://" + canary
                        + "/</w:Address></w:ReplyTo>")));
        cases.add(new Case(
                "ReplyTo with the Address of another version",
                QUAR,
                (canary, sequence) -> RM.price("<wsa:ReplyTo><w:Address xmlns:w=\"" + WSA_2004 + "\">" + STRANGER
                        + "</w:Address></wsa:ReplyTo>")));
        cases.add(new Case(
                "ReplyTo that is not to be understood by this node",
                QUAR,
                (canary, sequence) -> RM.price("<wsa:ReplyTo s:actor=\"urn:other\" s:mustUnderstand=\"0\"><wsa:Address>"
                        + STRANGER + "</wsa:Address></wsa:ReplyTo>")));
        cases.add(new Case(
                "Reply-To, Sender and Cc of the mail",
                QUAR,
                (canary, sequence) -> "Reply-To: victim@c.test\r\nSender: victim@c.test\r\nCc: victim@c.test\r\n"
                        + "Disposition-Notification-To: victim@c.test\r\nReturn-Receipt-To: victim@c.test\r\n"
                        + Mails.soap(RM.price(""))));
        return cases;
    }

    private static List<Case> protocol() {
        String id = "<r:Identifier>urn:uuid:nowhere</r:Identifier>";
        return List.of(
                new Case(
                        "CreateSequenceResponse that accepts to a stranger",
                        QUAR,
                        (canary, sequence) -> RM.protocol(
                                "CreateSequenceResponse",
                                "",
                                id + "<r:Accept>" + reference("r:AcksTo", STRANGER) + "</r:Accept>")),
                new Case(
                        "CreateSequenceResponse that accepts by HTTP",
                        QUAR,
                        (canary, sequence) -> RM.protocol(
                                "CreateSequenceResponse",
                                "",
                                id + "<r:Accept>" + reference("r:AcksTo", "http://" + canary + "/") + "</r:Accept>")),
                new Case(
                        "ReplyTo of TerminateSequence",
                        QUAR,
                        (canary, sequence) -> RM.protocol(
                                "TerminateSequence", reference("wsa:ReplyTo", "http://" + canary + "/"), id)),
                new Case(
                        "ReplyTo of CloseSequence",
                        QUAR,
                        (canary, sequence) -> RM.protocol("CloseSequence", reference("wsa:ReplyTo", STRANGER), id)),
                new Case(
                        "ReplyTo of CreateSequence by HTTP",
                        QUAR,
                        (canary, sequence) -> RM.protocol(
                                "CreateSequence",
                                reference("wsa:ReplyTo", "http://" + canary + "/"),
                                reference("r:AcksTo", FRIEND))),
                new Case(
                        "FaultTo of CreateSequence",
                        QUAR,
                        (canary, sequence) -> RM.protocol(
                                "CreateSequence", reference("wsa:FaultTo", STRANGER), reference("r:AcksTo", FRIEND))),
                new Case(
                        "ReplyTo of AckRequested",
                        QUAR,
                        (canary, sequence) -> RM.envelope(
                                RM_1_1 + "/AckRequested",
                                "<r:AckRequested>" + id + "</r:AckRequested>" + reference("wsa:ReplyTo", STRANGER),
                                "")),
                new Case(
                        "Address of MakeConnection",
                        QUAR,
                        (canary, sequence) -> RM.envelope(
                                MC + "/MakeConnection",
                                reference("wsa:ReplyTo", FRIEND),
                                "<m:MakeConnection xmlns:m=\"" + MC + "\"><m:Address>http://" + canary
                                        + "/</m:Address></m:MakeConnection>")));
    }

    private static List<Case> structure() {
        String stolen = reference("wsa:ReplyTo", STRANGER);
        String request = RM.price("");
        String header = request.substring(request.indexOf("<s:Header>"), request.indexOf("<s:Body>"));
        String theirs = header.replace("</s:Header>", stolen + "</s:Header>");
        return List.of(
                new Case(
                        "a header behind a foreign element",
                        QUAR,
                        (canary, sequence) -> request.replace(header, "<x xmlns=\"urn:x\"/>" + theirs)),
                new Case(
                        "two headers",
                        QUAR,
                        (canary, sequence) -> request.replace(header, header + "<s:Header>" + stolen + "</s:Header>")),
                new Case(
                        "a header in a header",
                        QUAR,
                        (canary, sequence) -> request.replace(
                                "</s:Header>",
                                "<x xmlns=\"urn:x\"><s:Header>" + stolen + "</s:Header></x></s:Header>")),
                new Case(
                        "a header of another version",
                        QUAR,
                        (canary, sequence) -> request.replace(
                                header,
                                theirs.replace(
                                        "<s:Header>",
                                        "<s:Header xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\">"))),
                new Case(
                        "a body in the header",
                        QUAR,
                        (canary, sequence) -> request.replace(
                                "</s:Header>", "<x xmlns=\"urn:x\"><s:Body/></x>" + stolen + "</s:Header>")),
                new Case(
                        "a header behind the body",
                        QUAR,
                        (canary, sequence) ->
                                request.replace(header, "").replace("</s:Envelope>", theirs + "</s:Envelope>")),
                new Case(
                        "an envelope in the header",
                        QUAR,
                        (canary, sequence) ->
                                request.replace("</s:Header>", "<s:Envelope>" + theirs + "</s:Envelope></s:Header>")),
                new Case(
                        "something behind the body",
                        QUAR,
                        (canary, sequence) -> request.replace("</s:Envelope>", "<x xmlns=\"urn:x\"/></s:Envelope>")),
                new Case(
                        "two bodies",
                        QUAR,
                        (canary, sequence) -> request.replace("</s:Envelope>", "<s:Body/></s:Envelope>")),
                new Case(
                        "two To",
                        QUAR,
                        (canary, sequence) ->
                                request.replace("</s:Header>", "<wsa:To>" + STRANGER + "</wsa:To></s:Header>")),
                new Case(
                        "To that only looks anonymous",
                        QUAR,
                        (canary, sequence) ->
                                request.replace("mailto:" + RmMails.PLAIN, "http://" + canary + "/anonymous")),
                new Case(
                        "an element in an address",
                        QUAR,
                        (canary, sequence) -> request.replace(
                                "</s:Header>",
                                "<wsa:ReplyTo><wsa:Address>" + FRIEND + "<x/></wsa:Address></wsa:ReplyTo></s:Header>")),
                new Case(
                        "an address of a megabyte",
                        QUAR,
                        (canary, sequence) -> request.replace(
                                "</s:Header>",
                                reference("wsa:ReplyTo", "mailto:" + "a".repeat(1 << 20)) + "</s:Header>")),
                new Case(
                        "a thousand addresses",
                        QUAR,
                        (canary, sequence) -> request.replace(
                                "</s:Header>", reference("wsa:ReplyTo", FRIEND).repeat(1000) + "</s:Header>")));
    }

    /** Returns cases with permitted addresses, which show that the others are refused for their addresses only. */
    private static List<Case> permitted() {
        return List.of(
                new Case(
                        "permitted: AcksTo of a friend, whose case of the scheme does not matter",
                        ACCEPT,
                        (canary, sequence) -> RM.createSequence("MAILTO:bob@A.test", "")),
                new Case(
                        "permitted: ReplyTo of a friend",
                        ACCEPT,
                        (canary, sequence) -> RM.price(reference("wsa:ReplyTo", FRIEND))),
                new Case(
                        "permitted: a fault to a friend",
                        FAULT,
                        (canary, sequence) ->
                                RM.price(reference("wsa:ReplyTo", FRIEND)).replace("o:price", "o:unknown")));
    }
}
