-- Why the delivery of a message was given up. It stays so until an operator has it delivered again or discards it.
ALTER TABLE restart_oracle_inbound ADD COLUMN given_up VARCHAR(1000);
