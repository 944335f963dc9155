-- What an oracle has learnt of a path. The path may be longer than what a database takes as a key, so the key is a digest of
-- endpoint, address and oracle, which are there, cut off if need be, for people.
CREATE TABLE restart_oracle_learnt (
    digest VARCHAR(64) NOT NULL PRIMARY KEY,
    endpoint VARCHAR(1024) NOT NULL,
    address VARCHAR(2048) NOT NULL,
    oracle VARCHAR(255) NOT NULL,
    updated_at ${timestamp} NOT NULL,
    state ${bytes} NOT NULL
);
