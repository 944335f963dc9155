-- True if the source has closed the sequence: no further message of it is accepted.
ALTER TABLE restart_oracle_destination ADD COLUMN closed BOOLEAN DEFAULT FALSE NOT NULL;
