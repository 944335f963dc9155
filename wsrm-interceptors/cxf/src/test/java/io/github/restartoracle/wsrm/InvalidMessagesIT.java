package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.RawSource.Version;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests messages that break the rules of WS-RM, or that are written in an unusual way. */
class InvalidMessagesIT {
    private static final String REFUSED = "the message number must be from 1 to 2^63-1, was ";

    private static ReliablePair pair(Version version) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        return new ReliablePair(setup);
    }

    private static String header(String parts) {
        return "<r:Sequence s:mustUnderstand='1'>" + parts + "</r:Sequence>";
    }

    private static String identifier(RawSource source) {
        return "<r:Identifier>" + source.sequence + "</r:Identifier>";
    }

    private static String number(String number) {
        return "<r:MessageNumber>" + number + "</r:MessageNumber>";
    }

    /** Sends a message that is to be refused, and then a good one. */
    private static HttpResponse<String> refused(ReliablePair pair, RawSource source, String headers, String operation)
            throws Exception {
        HttpResponse<String> refused = source.call(headers, operation, "refused");
        assertThat(refused.statusCode()).as(refused.body()).isIn(400, 500);
        assertThat(refused.body()).contains("Fault").doesNotContain("AcknowledgementRange");
        assertThat(source.send(1, "put", "good")).contains("Lower=\"1\"", "Upper=\"1\"");
        await().until(() -> !pair.bean.delivered.isEmpty());
        assertThat(pair.bean.delivered).containsExactly("good");
        return refused;
    }

    static Stream<List<Object>> numbers() {
        return Stream.of(Version.values())
                .flatMap(version -> Stream.of("0", "-1", "-9223372036854775808", "", "one", "1.0", "0x1", "1 2")
                        .map(number -> List.of(version, number)));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void shouldRefuseANumberThatIsNone(List<Object> setting) throws Exception {
        String number = (String) setting.get(1);
        Version version = (Version) setting.get(0);
        try (ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            String fault = refused(pair, source, header(identifier(source) + number(number)), "put")
                    .body();
            assertThat(fault).contains(REFUSED + '"' + number + '"').containsAnyOf("Client", "Sender");
        }
    }

    /** The answer to a CreateSequence may be lost; and a stranger may know the name of the sequence. */
    @ParameterizedTest
    @EnumSource
    void shouldGoOnWithASequenceThatIsOfferedAgain(Version version) throws Exception {
        try (ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            assertThat(source.send(1, "price", "one")).contains("price of one");
            assertThat(source.offerAgain()).contains("CreateSequenceRefused");
            String acknowledgement = "<r:SequenceAcknowledgement><r:Identifier>" + source.offered
                    + "</r:Identifier><r:AcknowledgementRange Lower='1' Upper='1'/></r:SequenceAcknowledgement>";
            assertThat(source.call(header(identifier(source) + number("2")) + acknowledgement, "price", "two")
                            .body())
                    .contains("price of two");
        }
    }

    @Test
    void shouldNotFailToDeliverANumberThatIsNone() throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.onDelivery = order -> {
            throw new IllegalStateException("thrown by the test");
        };
        try (ReliablePair pair = new ReliablePair(setup)) {
            RestartOracle destination = Objects.requireNonNull(RestartOracle.of(pair.destinationBus));
            RawSource source = new RawSource(pair.serverAddress);
            assertThat(source.send(0, "put", "refused")).contains(REFUSED).doesNotContain("AcknowledgementRange");
            source.send(1, "put", "fails");
            await().until(() -> !destination.givenUpDeliveries().isEmpty());
            assertThat(destination.givenUpDeliveries())
                    .extracting(delivery -> delivery.id().number())
                    .containsExactly(1L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"put", "price"})
    void shouldRefuseAMessageWithoutANumber(String operation) throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            assertThat(refused(pair, source, header(identifier(source)), operation)
                            .body())
                    .contains(REFUSED + "\"\"");
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldTellThatANumberIsTooHigh(Version version) throws Exception {
        try (ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            String fault = refused(pair, source, header(identifier(source) + number("9223372036854775808")), "put")
                    .body();
            assertThat(fault).contains("MessageNumberRollover", source.sequence).containsAnyOf("Client", "Sender");
        }
    }

    @Test
    void shouldAcceptTheHighestNumber() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            assertThat(source.send(Long.MAX_VALUE, "put", "highest")).contains("Upper=\"9223372036854775807\"");
            await().until(() -> pair.bean.delivered.contains("highest"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<r:Identifier/>", "<r:Identifier> </r:Identifier>"})
    void shouldNotKnowASequenceWithoutAName(String identifier) throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            assertThat(refused(pair, source, header(identifier + number("1")), "put")
                            .body())
                    .contains("UnknownSequence");
        }
    }

    @Test
    void shouldTellThatVersionsDoNotGoTogether() throws Exception {
        Version version = Version.RM10_EARLIER_ADDRESSING;
        try (ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            String header = header(identifier(source) + number("1"))
                    .replace("r:", "x:")
                    .replace("<x:Sequence", "<x:Sequence xmlns:x=\"" + Version.RM11.rm + '"');
            assertThat(refused(pair, source, header, "put").body())
                    .contains("WS-ReliableMessaging is required", version.addressing);
        }
    }

    @Test
    void shouldRefuseTwoSequenceHeaders() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            String headers = header(identifier(source) + number("1")) + header(identifier(source) + number("2"));
            assertThat(refused(pair, source, headers, "put").body()).contains("more than one Sequence header");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"put", "price"})
    void shouldRefuseAnEnvelopeWithoutAnEnd(String operation) throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            source.cut = true;
            HttpResponse<String> refused = source.exchange(1, operation, "order");
            assertThat(refused.statusCode()).isIn(500, 503);
            assertThat(refused.body()).contains("Fault").doesNotContain("AcknowledgementRange");
            source.cut = false;
            assertThat(source.send(1, operation, "order")).contains("Lower=\"1\"", "Upper=\"1\"");
            await().until(() -> pair.bean.delivered.contains("order"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAnswerALastMessageThatComesEarlyInOrder(boolean marked) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.inOrder = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            RawSource source = new RawSource(pair.serverAddress, Version.RM10);
            String last = header(identifier(source) + number("18") + (marked ? "<r:LastMessage/>" : ""));
            for (int copy = 0; copy < 3; copy++) {
                assertThat(source.control("LastMessage", last)).isNotNull();
            }
            assertThat(source.send(1, "put", "first")).contains("Upper=\"1\"", "Upper=\"18\"");
            await().until(() -> pair.bean.delivered.contains("first"));
        }
    }

    @Test
    void shouldRefuseAHeaderThatItMustUnderstandAndDoesNot() throws Exception {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            RawSource source = new RawSource(pair.serverAddress);
            String headers = header(identifier(source) + number("1"))
                    + "<x:Unknown xmlns:x='urn:test:unknown' s:mustUnderstand='1'/>";
            assertThat(refused(pair, source, headers, "put").body()).contains("MustUnderstand");
        }
    }

    @Test
    void shouldRefuseAMessageInItsOwnVersionOfSoap() throws Exception {
        try (ReliablePair pair = pair(Version.RM11_SOAP12)) {
            RawSource source = new RawSource(pair.serverAddress, Version.RM11);
            source.control("TerminateSequence");
            assertThat(source.send(1, "put", "first"))
                    .contains("SequenceFault", "UnknownSequence", ":Client<")
                    .doesNotContain("http://www.w3.org/2003/05/soap-envelope");
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldIgnoreWhiteSpaceAroundIdentifiersAddressesAndNumbers(Version version) throws Exception {
        try (ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version, raw -> raw.padding = "\n   \t");
            assertThat(source.send(1, "put", "first")).contains("Lower=\"1\"", "Upper=\"1\"");
            assertThat(source.send(2, "price", "second")).contains("price of second");
            assertThat(source.requestAcknowledgement(source.sequence)).contains("Lower=\"1\"", "Upper=\"2\"");
            await().until(() -> pair.bean.delivered.size() == 2);
            assertThat(source.control("TerminateSequence").statusCode()).isIn(200, 202);
            await().until(pair::hasNoSequenceAtTheDestination);
            assertThat(source.send(3, "put", "third")).contains("UnknownSequence");
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldTellThatAnAcknowledgementIsInvalid(Version version) throws Exception {
        try (ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            for (String range : List.of("Lower='1' Upper='9'", "Lower='0' Upper='1'", "Lower='2' Upper='1'", "")) {
                HttpResponse<String> answer = source.call(
                        "<r:SequenceAcknowledgement><r:Identifier>" + source.offered
                                + "</r:Identifier><r:AcknowledgementRange " + range
                                + "/></r:SequenceAcknowledgement>",
                        "put",
                        "refused");
                assertThat(answer.body()).as(range).contains("InvalidAcknowledgement", source.offered);
            }
            assertThat(pair.bean.delivered).isEmpty();
        }
    }
}
