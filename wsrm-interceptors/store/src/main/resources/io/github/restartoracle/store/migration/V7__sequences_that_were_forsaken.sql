-- True if the destination takes no part in the sequence any more: nothing is to be sent in it.
ALTER TABLE restart_oracle_source ADD COLUMN forsaken BOOLEAN DEFAULT FALSE NOT NULL;
