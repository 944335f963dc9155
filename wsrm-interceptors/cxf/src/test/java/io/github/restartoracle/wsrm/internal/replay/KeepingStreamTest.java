package io.github.restartoracle.wsrm.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class KeepingStreamTest {
    @Test
    void shouldKeepWhatTheTransportDoesNotTake() {
        List<byte[]> kept = new ArrayList<>();
        KeepingStream stream = new KeepingStream(new Broken(3), 100, kept::add);
        Assertions.assertThatCode(() -> {
                    stream.write("abc".getBytes(StandardCharsets.US_ASCII));
                    stream.write("def".getBytes(StandardCharsets.US_ASCII));
                    stream.flush();
                })
                .doesNotThrowAnyException();
        Assertions.assertThatIOException().isThrownBy(stream::close).withMessage("broken");
        assertThat(kept).singleElement().isEqualTo("abcdef".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void shouldPassOnWhatIsTooLongToKeep() throws IOException {
        List<byte[]> kept = new ArrayList<>();
        ByteArrayOutputStream transport = new ByteArrayOutputStream();
        try (KeepingStream stream = new KeepingStream(transport, 4, kept::add)) {
            stream.write(new byte[3]);
            stream.write(new byte[3]);
            stream.write(new byte[3]);
        }
        assertThat(transport.size()).isEqualTo(9);
        assertThat(kept).isEmpty();
    }

    /** A stream that breaks after a number of bytes. */
    private static final class Broken extends OutputStream {
        private int left;

        Broken(int left) {
            this.left = left;
        }

        @Override
        public void write(int value) throws IOException {
            if (left-- <= 0) {
                throw new IOException("broken");
            }
        }
    }
}
