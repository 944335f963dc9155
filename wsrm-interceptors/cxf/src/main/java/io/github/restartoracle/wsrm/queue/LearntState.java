package io.github.restartoracle.wsrm.queue;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** The state that an oracle has learnt, as bytes: a checksum of the rest, then the numbers, all big-endian. */
final class LearntState {
    private LearntState() {}

    static byte[] bytes(double[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + Double.BYTES * numbers.length);
        bytes.position(Long.BYTES);
        bytes.asDoubleBuffer().put(numbers);
        bytes.putLong(0, checksum(bytes.array()));
        return bytes.array();
    }

    /**
     * Returns the numbers.
     *
     * @throws IllegalArgumentException if the bytes were not made by {@link #bytes}
     */
    static double[] numbers(byte[] state) {
        if (state.length < Long.BYTES || state.length % Double.BYTES != 0) {
            throw new IllegalArgumentException(state.length + " bytes are not the state of an oracle");
        }
        ByteBuffer bytes = ByteBuffer.wrap(state);
        if (bytes.getLong() != checksum(state)) {
            throw new IllegalArgumentException("the checksum is wrong");
        }
        double[] numbers = new double[bytes.remaining() / Double.BYTES];
        bytes.asDoubleBuffer().get(numbers);
        return numbers;
    }

    private static long checksum(byte[] state) {
        CRC32 checksum = new CRC32();
        checksum.update(state, Long.BYTES, state.length - Long.BYTES);
        return checksum.getValue();
    }
}
