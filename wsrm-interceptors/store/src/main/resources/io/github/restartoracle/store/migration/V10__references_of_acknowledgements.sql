-- The endpoint reference of acknowledgements as XML, if it has more than an address: its parameters are sent as headers.
ALTER TABLE restart_oracle_destination ADD COLUMN acks_to_reference VARCHAR(16000);
