-- The caller of a message that was accepted, as it was authenticated then: the names of its principal and its roles.
ALTER TABLE restart_oracle_inbound ADD COLUMN caller VARCHAR(16000);
