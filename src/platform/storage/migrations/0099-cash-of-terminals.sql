-- Cash of terminals: what was loaded, unloaded and counted, and the differences that counts have found (docs/decisions/0094). The id of
-- a movement is that of its journal and of the exception that its difference is. Nodes of the version before neither read nor write
-- the tables.

CREATE TABLE cash_movements (
  institution_id text COLLATE "C" NOT NULL,
  movement_id    uuid NOT NULL,
  terminal_id    text COLLATE "C" NOT NULL,
  kind           text COLLATE "C" NOT NULL CHECK (kind IN ('LOAD', 'UNLOAD', 'COUNT')),
  currency       text COLLATE "C" NOT NULL,
  amount_minor   bigint NOT NULL CHECK (amount_minor >= 0),
  reference      text COLLATE "C" NOT NULL,
  -- When it happened, by the clock of transactions.
  at             timestamptz NOT NULL,
  note           text,
  -- What was expected in the terminal as of that time, before it.
  expected_minor bigint NOT NULL,
  -- COUNT: none before it had been made under the same kind of core. Its difference is no exception.
  is_first       boolean NOT NULL DEFAULT false,
  -- False at another core: nothing is posted, and what is expected is counted from transactions.
  is_posted      boolean NOT NULL,
  -- At another core: what transactions after it have moved that have left for the archive since.
  archived_minor bigint NOT NULL DEFAULT 0,
  business_date  text COLLATE "C" NOT NULL,
  recorded_at    timestamptz NOT NULL,
  recorded_by    text NOT NULL,
  PRIMARY KEY (institution_id, movement_id)
);
CREATE UNIQUE INDEX cash_movements_by_reference ON cash_movements (institution_id, terminal_id, reference);
CREATE INDEX cash_movements_of_terminal ON cash_movements (institution_id, terminal_id, at, movement_id);

-- Differences are few, and most of them are resolved.
CREATE TABLE cash_differences (
  institution_id   text COLLATE "C" NOT NULL,
  movement_id      uuid NOT NULL,
  terminal_id      text COLLATE "C" NOT NULL,
  currency         text COLLATE "C" NOT NULL,
  -- Counted beyond what was expected; below 0 when cash is missing.
  difference_minor bigint NOT NULL CHECK (difference_minor <> 0),
  recorded_at      timestamptz NOT NULL,
  -- Null while it is open.
  action           text COLLATE "C" CHECK (action IN ('MATCH', 'WRITE_OFF', 'IGNORE', 'SETTLED')),
  reason           text,
  resolved_by      text,
  resolved_at      timestamptz,
  -- WRITE_OFF: what was posted.
  journal_id       uuid,
  -- SETTLED: the later count. MATCH: the correction that was named.
  settled_by       uuid,
  correction_id    uuid,
  PRIMARY KEY (institution_id, movement_id),
  CONSTRAINT resolved_with_all CHECK ((action IS NULL) = (resolved_at IS NULL) AND (action IS NULL) = (resolved_by IS NULL))
);
CREATE INDEX cash_differences_open ON cash_differences (institution_id, terminal_id, currency) WHERE action IS NULL;
CREATE INDEX cash_differences_by_id ON cash_differences (movement_id);
-- A correction settles one difference.
CREATE UNIQUE INDEX cash_differences_by_correction ON cash_differences (institution_id, correction_id) WHERE correction_id IS NOT NULL;
