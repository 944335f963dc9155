-- Why a message was given up; it is not sent before an operator says so. Null if it is to be sent.
ALTER TABLE restart_oracle_outbound ADD COLUMN given_up VARCHAR(1024);
