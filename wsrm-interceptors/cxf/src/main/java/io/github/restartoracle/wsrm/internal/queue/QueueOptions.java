package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.PathSettings;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.internal.destination.DestinationLimits;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * The validated configuration of a queue: the oracles of the paths, and the limits. Read from {@code restart-oracle.*};
 * {@code restart-oracle.endpoints.NAME.*} overrides any of them for the endpoint whose port is called NAME, or whose
 * destination is {@code restart-oracle.endpoints.NAME.address}.
 *
 * <p>Immutable, thread-safe.
 */
public final class QueueOptions {
    private static final Logger LOG = Logs.of(QueueOptions.class);
    private static final String ENDPOINTS = "endpoints";
    private static final int MAX_IN_FLIGHT = 256;

    private static final String MAX_IN_FLIGHT_TOTAL = "max-in-flight-total";
    private static final int MANY_IN_FLIGHT = 8192;

    private static final String STORE_FAILURE = "store-failure";
    private static final String OPERATOR_ACTIONS = "operator-actions";
    private static final String FIRST_CALL_WAIT = "first-call-wait";
    private static final Duration LONGEST_FIRST_CALL = Duration.ofMinutes(5);
    private static final String ORDER = "order";
    private static final String FORGOTTEN = "forgotten";

    /** The messages that move when the destination takes no part in their sequence any more; absent: the assurance decides. */
    private static final Map<String, Resend> RESENDS =
            Map.of("resend", Resend.ALL, "resend-unsent", Resend.UNSENT, "give-up", Resend.NONE);

    private static final String MAX_PENDING_BYTES = "max-pending-bytes";
    private static final long MIB = 1 << 20;

    /** Properties that hold for all endpoints together. */
    private static final Set<String> FOR_ALL =
            with(DestinationLimits.NAMES, MAX_IN_FLIGHT_TOTAL, STORE_FAILURE, OPERATOR_ACTIONS, MAX_PENDING_BYTES);

    private static final Duration LONGEST_WAIT = Duration.ofDays(365);

    /** Not set: the limit depends on whether there is a store. */
    private static final int MAX_PARKED = -1;

    private static final String ADDRESS = "address";

    /** The names beside the oracles' own. The reader of a section checks the names in it. */
    private static final Set<String> KNOWN = with(
            DestinationLimits.NAMES,
            "give-up-after",
            STORE_FAILURE,
            OPERATOR_ACTIONS,
            MAX_PENDING_BYTES,
            "max-in-flight",
            MAX_IN_FLIGHT_TOTAL,
            "max-parked",
            FIRST_CALL_WAIT,
            "abandon-acknowledged",
            ORDER,
            FORGOTTEN,
            ENDPOINTS + ".",
            "http.",
            "mail.");

    private static final Set<String> KNOWN_FOR_ENDPOINT = with(KNOWN, ADDRESS);

    private static Set<String> with(Set<String> others, String... own) {
        Set<String> names = new HashSet<>(others);
        names.addAll(List.of(own));
        return Set.copyOf(names);
    }

    /**
     * The limits for calls that wait for their sequence.
     *
     * @param maxAttempts the maximum number of requests for the sequence while a call waits, 0 for no limit
     * @param giveUpAfter the time after which a waiting call is given up when the sequence is refused once more, zero for no
     *     limit
     * @param maxParked the maximum number of waiting calls of an endpoint; less than 0 if that depends on the store. With 0, a
     *     call gets its sequence in its own thread, and fails if there is none
     * @param firstCallWait the time for which a call that is made before the first sequence of its client exists waits for it,
     *     so that an error of configuration reaches the caller; zero to not wait
     */
    record ParkingLimits(int maxAttempts, Duration giveUpAfter, int maxParked, Duration firstCallWait) {
        ParkingLimits withMaxParked(int calls) {
            return new ParkingLimits(maxAttempts, giveUpAfter, calls, firstCallWait);
        }
    }

    /** One block of configuration, for all endpoints or for one. */
    record Block(
            String name,
            @Nullable String address,
            Settings settings,
            boolean oracleIsSet,
            PathSettings path,
            ParkingLimits parking) {

        boolean matches(String port, String to) {
            return address == null ? name.equals(port) : address.equals(to);
        }
    }

    private final OracleCatalog catalog;
    private final Block common;
    private final List<Block> endpoints;
    /** The maximum number of attempts in flight of all paths together. */
    final int maxInFlightTotal;

    /** The maximum of the bytes of memory that unacknowledged messages may take together. */
    final long maxPendingBytes;

    /** True if a message is sent although it could not be stored; otherwise its call is refused. */
    final boolean sendsUnstored;

    private final boolean operatorActions;
    private final DestinationLimits receiving;
    private final IneffectiveSettings ineffective;

    private QueueOptions(Block common, List<Block> endpoints, Settings settings, OracleCatalog catalog) {
        this.catalog = catalog;
        this.common = common;
        this.endpoints = endpoints;
        this.maxInFlightTotal = settings.integer(MAX_IN_FLIGHT_TOTAL, MANY_IN_FLIGHT, 1, 1_000_000);
        this.maxPendingBytes = settings.bytes(MAX_PENDING_BYTES, share(3), 1, Long.MAX_VALUE);
        this.sendsUnstored = settings.choice(STORE_FAILURE, "refuse", Set.of("refuse", "send"))
                .equals("send");
        this.operatorActions = settings.flag(OPERATOR_ACTIONS, true);
        this.receiving = DestinationLimits.of(settings);
        this.ineffective = new IneffectiveSettings(settings.section(ENDPOINTS), catalog.names());
    }

    /** Returns sentences about settings that have no effect, one for each property, to be logged. */
    public List<String> ineffective() {
        return ineffective.sentences(common, endpoints);
    }

    /** Returns a part of the memory of the process, but at least the size of one large message. */
    private static long share(int part) {
        return Math.max(4 * MIB, Runtime.getRuntime().maxMemory() / part);
    }

    /** Reads all properties as {@link #of(Settings, OracleCatalog, boolean)}, with an oracle that the application chooses. */
    public static QueueOptions of(Settings settings, OracleCatalog catalog) {
        return of(settings, catalog, true);
    }

    /**
     * Reads and checks all properties, so that a mistake is found at start-up.
     *
     * @param oracleIsSet false if the application leaves the choice of the oracle open, so that CXF's own configuration of
     *     an endpoint may choose it
     */
    public static QueueOptions of(Settings settings, OracleCatalog catalog, boolean oracleIsSet) {
        Block common = block("", null, settings, oracleIsSet, catalog);
        List<Block> endpoints = new ArrayList<>();
        Settings all = settings.section(ENDPOINTS);
        for (String name : all.names()) {
            if (name.indexOf('.') < 1) {
                String property = all.fullName(name);
                throw new SettingException(
                        property, given(all, name), "a property of the endpoint, such as " + property + ".oracle");
            }
        }
        for (String name : all.sections()) {
            endpoints.add(endpoint(name, all.section(name), settings, oracleIsSet, catalog));
        }
        return new QueueOptions(common, List.copyOf(endpoints), settings, catalog);
    }

    private static Block endpoint(
            String name, Settings own, Settings common, boolean oracleIsSet, OracleCatalog catalog) {
        for (String property : own.names()) {
            int dot = property.indexOf('.');
            if (dot >= 0 && !catalog.names().contains(property.substring(0, dot))) {
                throw SettingException.unknown(
                        own.fullName(property),
                        given(own, property),
                        "the sections of an endpoint are " + String.join(", ", catalog.names()));
            }
        }
        for (String property : FOR_ALL) {
            if (own.names().contains(property)) {
                throw SettingException.unknown(
                        own.fullName(property), given(own, property), "it applies to all endpoints together");
            }
        }
        String address = own.text(ADDRESS);
        if (address == null && own.names().contains(ADDRESS)) {
            throw new SettingException(own.fullName(ADDRESS), "", "the destination address of the endpoint");
        }
        boolean isSet = oracleIsSet || own.text("oracle") != null;
        return block(name, address, common.overlay(own), isSet, catalog);
    }

    private static String given(Settings settings, String name) {
        return Objects.requireNonNullElse(settings.text(name), "");
    }

    private static Block block(
            String name, @Nullable String address, Settings settings, boolean oracleIsSet, OracleCatalog catalog) {
        OracleFactory oracles = catalog.factory(settings, name.isEmpty() ? KNOWN : KNOWN_FOR_ENDPOINT);
        int maxAttempts = settings.integer("max-attempts", 0, 0, Integer.MAX_VALUE);
        Duration giveUpAfter = settings.duration("give-up-after", Duration.ZERO, Duration.ZERO, LONGEST_WAIT);
        int maxInFlight = settings.integer("max-in-flight", MAX_IN_FLIGHT, 1, 1_000_000);
        ParkingLimits parking = new ParkingLimits(
                maxAttempts,
                giveUpAfter,
                settings.integer("max-parked", MAX_PARKED, 0, Integer.MAX_VALUE),
                settings.duration(FIRST_CALL_WAIT, Duration.ofSeconds(1), Duration.ZERO, LONGEST_FIRST_CALL));
        PathSettings path = new PathSettings(
                String.valueOf(settings.text("oracle")),
                oracles,
                maxAttempts,
                giveUpAfter,
                maxInFlight,
                share(8),
                settings.flag("abandon-acknowledged", true),
                settings.choice(ORDER, "caller", Set.of("caller", "free")).equals("caller"),
                settings.text(FORGOTTEN) == null
                        ? null
                        : RESENDS.get(settings.choice(FORGOTTEN, "resend", RESENDS.keySet())));
        return new Block(name, address, settings, oracleIsSet, path, parking);
    }

    /** Returns the limits for calls of a port to an address that wait for a sequence to be created. */
    ParkingLimits parking(String port, String address) {
        return block(port, address).parking();
    }

    private Block block(String port, String address) {
        Block block = common;
        for (Block endpoint : endpoints) {
            if (endpoint.matches(port, address)) {
                block = endpoint;
            }
        }
        ineffective
                .applied(block.name(), port)
                .ifPresent(hint ->
                        LOG.atLevel(hint.similar() ? Level.WARN : Level.INFO).log(hint.sentence()));
        return block;
    }

    /** Returns the maximum of the bytes of the messages of all attempts in flight together. */
    long maxBytesInFlightTotal() {
        return share(4);
    }

    /** Returns the maximum of the bytes of responses that a path may buffer at once. */
    long maxResponseBytes() {
        return share(16);
    }

    /** Returns the maximum of the bytes of responses that all paths may buffer at once. */
    long maxResponseBytesTotal() {
        return share(8);
    }

    /** Returns whether operators may retry and discard messages through JMX and Actuator. */
    public boolean operatorActions() {
        return operatorActions;
    }

    /** Returns the limits of the receiving side of the bus. */
    public DestinationLimits receiving() {
        return receiving;
    }

    /** Returns the settings of a path. CXF's configuration is used for properties that are not set. */
    PathSettings path(String port, String address, StockPolicy stock) {
        return withStock(block(port, address), port, stock).path();
    }

    private Block withStock(Block block, String port, StockPolicy stock) {
        if (stock.equals(StockPolicy.NONE) || stock.toString().isEmpty()) {
            return block;
        }
        Settings taken = stock.in(block.settings(), block.oracleIsSet());
        if (taken.names().isEmpty()) {
            LOG.info("CXF's {} has no effect on {}: properties of restart-oracle override it", stock, port);
            return block;
        }
        try {
            Settings all = block.settings().overlay(taken);
            Block with = block(block.name(), block.address(), all, block.oracleIsSet(), catalog);
            LOG.info(
                    "{} has oracle {} and {}, from CXF's {}",
                    port,
                    with.path().oracleName(),
                    taken.names().stream()
                            .map(name -> name + "=" + taken.text(name))
                            .toList(),
                    stock);
            return with;
        } catch (SettingException unusable) {
            LOG.warn("CXF's {} cannot be used for {}: {}", stock, port, unusable.getMessage());
            return block;
        }
    }
}
