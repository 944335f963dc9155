package io.github.restartoracle.store;

import java.util.Random;
import java.util.function.LongConsumer;

/** A failure of a PostgreSQL server, from its beginning to its end. */
enum DatabaseFailure {
    STOP {
        @Override
        void happen(PostgresServer server, Random random, LongConsumer pass) {
            server.stop();
            pass.accept(pause(random));
            server.start();
        }
    },
    KILL_BACKEND {
        @Override
        void happen(PostgresServer server, Random random, LongConsumer pass) {
            server.killBackend();
        }
    },
    KILL {
        @Override
        void happen(PostgresServer server, Random random, LongConsumer pass) {
            server.kill();
            pass.accept(pause(random));
            server.start();
        }
    },
    TERMINATE {
        @Override
        void happen(PostgresServer server, Random random, LongConsumer pass) {
            server.terminateConnections();
        }
    },
    FREEZE {
        @Override
        void happen(PostgresServer server, Random random, LongConsumer pass) {
            freeze(server, 2_500 + random.nextInt(2_000), pass);
        }
    },
    FREEZE_SHORT {
        @Override
        void happen(PostgresServer server, Random random, LongConsumer pass) {
            freeze(server, 1_000, pass);
        }
    },
    FREEZE_BEYOND_THE_TIMEOUT {
        @Override
        void happen(PostgresServer server, Random random, LongConsumer pass) {
            freeze(server, 6_000, pass);
        }
    },
    FREEZE_LONG {
        @Override
        void happen(PostgresServer server, Random random, LongConsumer pass) {
            freeze(server, 20_000, pass);
        }
    };

    /**
     * Lets the failure happen, and returns when it is over.
     *
     * @param pass lets the given milliseconds pass
     */
    abstract void happen(PostgresServer server, Random random, LongConsumer pass);

    private static void freeze(PostgresServer server, int millis, LongConsumer pass) {
        server.signal("STOP");
        pass.accept(millis);
        server.signal("CONT");
    }

    /** Returns a time in milliseconds from 500 to 2,499. */
    static int pause(Random random) {
        return 500 + random.nextInt(2_000);
    }
}
