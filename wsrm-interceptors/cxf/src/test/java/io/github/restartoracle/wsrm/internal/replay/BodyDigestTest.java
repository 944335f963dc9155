package io.github.restartoracle.wsrm.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.staxutils.StaxUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyDigestTest {
    private static final String UTILITY =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

    private static BodyDigest open(String xml) throws XMLStreamException {
        var reader = StaxUtils.createXMLStreamReader(new StringReader(xml));
        reader.nextTag();
        return new BodyDigest(reader);
    }

    private static String streamed(String xml) throws XMLStreamException {
        BodyDigest digest = open(xml);
        while (digest.hasNext()) {
            digest.next();
        }
        return Objects.requireNonNull(digest.value());
    }

    private static String whole(String xml) throws XMLStreamException {
        return Objects.requireNonNull(
                BodyDigest.ofAll(StaxUtils.read(new StringReader(xml)).getDocumentElement())
                        .value());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<q:a xmlns:q='urn:x' c='2' b='1'>text<q:d/></q:a>",
                "<a xmlns='urn:x' b='1' c='2'>te<!-- -->xt<d></d></a>",
                "<a xmlns='urn:x' xmlns:y='urn:y' b='1' c='2'><![CDATA[te]]>xt<d/></a>",
                "<a xmlns='urn:x' b='1' c='2' xmlns:u='" + UTILITY + "' u:Id='id-7'>&#116;ext<d u:Id='id-8'/></a>"
            })
    void shouldBeTheSameForTheSameContent(String xml) throws XMLStreamException {
        String expected = streamed("<a xmlns='urn:x' b='1' c='2'>text<d/></a>");
        assertThat(expected).hasSize(64);
        assertThat(streamed(xml)).isEqualTo(expected);
        assertThat(whole(xml)).isEqualTo(expected);
    }

    @Test
    void shouldDifferForOtherContent() throws XMLStreamException {
        List<String> others = List.of(
                "<a xmlns='urn:x'>text</a>",
                "<a xmlns='urn:x'> text</a>",
                "<a xmlns='urn:y'>text</a>",
                "<b xmlns='urn:x'>text</b>",
                "<a xmlns='urn:x' t='text'/>",
                "<a xmlns='urn:x' t='tex'>t</a>",
                "<a xmlns='urn:x'><t>text</t></a>",
                "<a xmlns='urn:x'><t/>text</a>",
                "<a xmlns='urn:x'><t/><t/></a>",
                "<a xmlns='urn:x'><t><t/></t></a>",
                "<a xmlns='urn:x'>" + "text".repeat(1_000) + "</a>");
        Set<String> digests = new HashSet<>();
        for (String xml : others) {
            assertThat(digests.add(streamed(xml))).as(xml).isTrue();
        }
    }

    @Test
    void shouldNotDependOnTheNameOfAnAttachment() throws XMLStreamException {
        String include = "<a><x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:%s'/></a>";
        assertThat(streamed(String.format(include, "1"))).isEqualTo(streamed(String.format(include, "2")));
    }

    @Test
    void shouldCoverWhatIsReadInOtherWays() throws XMLStreamException {
        BodyDigest digest = open("<a> <b>te<!-- -->xt</b> </a>");
        assertThat(digest.nextTag()).isEqualTo(BodyDigest.START_ELEMENT);
        assertThat(digest.getElementText()).isEqualTo("text");
        assertThat(digest.value()).as("not read to its end").isNull();
        digest.nextTag();
        assertThat(digest.value()).isEqualTo(streamed("<a> <b>text</b> </a>"));
    }
}
