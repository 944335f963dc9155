-- Every message that is stored names the number that it has found here. It is counted up when it is not known what has become
-- of a write, so that nothing that comes late takes effect any more.
ALTER TABLE restart_oracle_source ADD COLUMN fence BIGINT DEFAULT 0 NOT NULL;
