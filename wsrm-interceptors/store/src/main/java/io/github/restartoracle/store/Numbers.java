package io.github.restartoracle.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** A set of message numbers, kept as ranges. Not thread-safe. */
final class Numbers {
    record Range(long lower, long upper) {}

    private static final Pattern RANGE = Pattern.compile("([1-9][0-9]*)-([1-9][0-9]*)");

    private final NavigableMap<Long, Long> upperByLower = new TreeMap<>();

    Numbers() {}

    static Numbers of(Collection<Long> numbers) {
        Numbers result = new Numbers();
        numbers.forEach(result::add);
        return result;
    }

    /** Parses the result of {@link #toString}, such as {@code 1-5,7-7}, and rejects any other text. */
    static Numbers parse(String text) {
        Numbers result = new Numbers();
        if (text.isEmpty()) {
            return result;
        }
        for (String range : text.split(",", -1)) {
            Matcher bounds = RANGE.matcher(range);
            if (!bounds.matches() || Long.parseLong(bounds.group(1)) > Long.parseLong(bounds.group(2))) {
                throw new IllegalArgumentException("not a range of message numbers: " + range);
            }
            result.add(Long.parseLong(bounds.group(1)), Long.parseLong(bounds.group(2)));
        }
        return result;
    }

    void add(long number) {
        add(number, number);
    }

    void add(long lower, long upper) {
        long from = lower;
        long to = upper;
        Map.Entry<Long, Long> touching = upperByLower.floorEntry(to == Long.MAX_VALUE ? to : to + 1);
        while (touching != null && touching.getValue() >= from - 1) {
            upperByLower.remove(touching.getKey());
            from = Math.min(from, touching.getKey());
            to = Math.max(to, touching.getValue());
            touching = upperByLower.floorEntry(to);
        }
        upperByLower.put(from, to);
    }

    void addAll(Numbers others) {
        others.upperByLower.forEach(this::add);
    }

    void clear() {
        upperByLower.clear();
    }

    boolean contains(long number) {
        Map.Entry<Long, Long> range = upperByLower.floorEntry(number);
        return range != null && range.getValue() >= number;
    }

    boolean isEmpty() {
        return upperByLower.isEmpty();
    }

    /** Returns the end of the range that begins with 1; 0 if there is none. */
    long contiguous() {
        return contains(1) ? upperByLower.floorEntry(1L).getValue() : 0;
    }

    long highest() {
        return upperByLower.isEmpty() ? 0 : upperByLower.lastEntry().getValue();
    }

    List<Range> ranges() {
        List<Range> ranges = new ArrayList<>(upperByLower.size());
        upperByLower.forEach((lower, upper) -> ranges.add(new Range(lower, upper)));
        return ranges;
    }

    LongStream stream() {
        return ranges().stream().flatMapToLong(range -> LongStream.rangeClosed(range.lower(), range.upper()));
    }

    /** Returns texts as {@link #toString}, lowest numbers first, none of them much longer than a length. */
    List<String> toStrings(int length) {
        List<String> texts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        upperByLower.forEach((lower, upper) -> {
            if (text.length() >= length) {
                texts.add(text.toString());
                text.setLength(0);
            }
            text.append(text.isEmpty() ? "" : ",").append(lower).append('-').append(upper);
        });
        texts.add(text.toString());
        return texts;
    }

    @Override
    public String toString() {
        return toStrings(Integer.MAX_VALUE).get(0);
    }
}
