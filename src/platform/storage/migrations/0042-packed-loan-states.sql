-- Schedules and states of loans in a short form (src/loans/servicing/stored/packed-values.ts). Versions up to 0035 read and
-- write loan_schedules.instalments and loan_snapshots; they go on doing so beside newer nodes.

-- The rows of the schedule; `instalments` is then an empty list. Null: the rows are in `instalments`.
ALTER TABLE loan_schedules ADD COLUMN packed_rows text;

-- The state of the fold after all events up to a sequence, so that a loan can be read without its history. The newest state
-- of a loan takes the place of the one before.
CREATE TABLE loan_states (
  institution_id   text COLLATE "C" NOT NULL,
  loan_id          uuid NOT NULL,
  -- Every event up to this one is in the state, or was reversed or refused before it was stored.
  through_sequence integer NOT NULL,
  state            text NOT NULL,
  recorded_at      timestamptz NOT NULL,
  PRIMARY KEY (institution_id, loan_id)
) WITH (fillfactor = 70);
