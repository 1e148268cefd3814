-- Cores that are reached over a network: where they are, and orders whose outcome is not known yet.

ALTER TABLE core_connectivity ADD COLUMN base_url text;

ALTER TABLE core_connectivity ADD COLUMN user_name_sealed text;

ALTER TABLE core_connectivity ADD COLUMN password_sealed text;

ALTER TABLE core_connectivity ADD COLUMN max_connections integer NOT NULL DEFAULT 32 CHECK (max_connections > 0);

ALTER TABLE core_connectivity ADD COLUMN breaker_failure_rate integer NOT NULL DEFAULT 50 CHECK (breaker_failure_rate BETWEEN 1 AND 100);

ALTER TABLE core_connectivity ADD COLUMN breaker_open_ms integer NOT NULL DEFAULT 5000 CHECK (breaker_open_ms > 0);

-- An order to such a core is recorded with code 911 (outcome unknown) and an empty response before the call, and settled
-- after it. When its outcome is learned without a caller waiting, it is kept here until the caller asks again.
ALTER TABLE transactions ADD COLUMN core_outcome text;

-- The order was repeated while its outcome was unknown: another call may be under way with the same reference, so a node
-- that did not reach the core may no longer remove the record.
ALTER TABLE transactions ADD COLUMN sent_again boolean NOT NULL DEFAULT false;
