-- Ranges of delivered messages that have no room in the row of their sequence.
CREATE TABLE restart_oracle_delivered (
    sequence_id BIGINT NOT NULL REFERENCES restart_oracle_destination (id) ON DELETE CASCADE,
    part BIGINT NOT NULL,
    ranges VARCHAR(32000) NOT NULL,
    PRIMARY KEY (sequence_id, part)
);
