-- A sequence belongs to a client or to a server endpoint, and to an address: a client and an endpoint of one service and port
-- in one process, or several clients with different addresses, have the same endpoint. An empty address is any.
ALTER TABLE restart_oracle_source ADD COLUMN endpoint_role VARCHAR(8) DEFAULT 'SERVER' NOT NULL;
ALTER TABLE restart_oracle_source ADD COLUMN address VARCHAR(2048) DEFAULT '' NOT NULL;
ALTER TABLE restart_oracle_destination ADD COLUMN endpoint_role VARCHAR(8) DEFAULT 'SERVER' NOT NULL;
ALTER TABLE restart_oracle_destination ADD COLUMN address VARCHAR(2048) DEFAULT '' NOT NULL;

-- A server endpoint sends in sequences that were offered to it. What was not offered is a client's, and goes to the address
-- that its messages go to.
UPDATE restart_oracle_source SET endpoint_role = 'CLIENT', address = COALESCE(
    (SELECT MIN(m.send_to) FROM restart_oracle_outbound m WHERE m.sequence_id = restart_oracle_source.id), '')
    WHERE offering IS NULL;

-- A client receives in a sequence whose acknowledgements go to the service that it calls.
UPDATE restart_oracle_destination SET endpoint_role = 'CLIENT', address = acks_to
    WHERE EXISTS (SELECT 1 FROM restart_oracle_source s
        WHERE s.endpoint_role = 'CLIENT' AND s.endpoint = restart_oracle_destination.endpoint
        AND s.address = restart_oracle_destination.acks_to AND s.address <> '');

-- Nodes are watched: one whose number does not change for the length of its lease, by the monotonic clock of another node, is
-- dead. Wall clocks, that of the database included, may jump.
ALTER TABLE restart_oracle_node ADD COLUMN renewals BIGINT DEFAULT 0 NOT NULL;
ALTER TABLE restart_oracle_node DROP COLUMN expires_at;
