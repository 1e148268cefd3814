-- What an operator has stopped: orders of an institution, a partner, a client, a terminal, a service, a corridor … Few rows; every node
-- has the active ones in memory and reads them again when a change is announced.

CREATE TABLE stops (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  -- An order is stopped when all that are named fit it.
  institution_id text,
  partner_id text,
  client_id text,
  terminal_id text,
  terminal_kind text,
  services text[] NOT NULL DEFAULT '{}',
  bin text,
  currency_code text,
  amount_over_minor bigint,
  payer_institution_id uuid,
  payee_institution_id uuid,
  reason text NOT NULL,
  note text,
  expires_at timestamptz NOT NULL,
  -- An active one whose time is over counts as expired.
  state text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'LIFTED')),
  lift_reason text,
  lifted_at timestamptz
);
CREATE INDEX stops_newest ON stops (created_at DESC, id DESC);

CREATE FUNCTION announce_stops() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tillgate_changes', 'stops:');
  RETURN NULL;
END $$;
CREATE TRIGGER stops_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON stops FOR EACH STATEMENT EXECUTE FUNCTION announce_stops();

-- The stop that an order was declined for.
ALTER TABLE transactions ADD COLUMN stop_id uuid;
