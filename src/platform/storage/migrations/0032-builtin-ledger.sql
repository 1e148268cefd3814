-- The built-in digital ledger: tokens kept in the platform's own database. It is a ledger below the books, as a chain would be:
-- the books stay the record behind every balance that is shown, and `verify` compares the two.

-- The tokens of one issuer in one currency, and the book that its accounts are kept with.
CREATE TABLE builtin_ledger_assets (
  asset_id       text COLLATE "C" PRIMARY KEY,
  institution_id text COLLATE "C" NOT NULL,
  issuer_id      text COLLATE "C" NOT NULL,
  currency       text NOT NULL,
  exponent       smallint NOT NULL,
  created_at     timestamptz NOT NULL
);

-- Part of the books: keyed by book first.
CREATE TABLE builtin_ledger_accounts (
  institution_id text COLLATE "C" NOT NULL,
  account_id     uuid NOT NULL,
  asset_id       text COLLATE "C" NOT NULL,
  -- Held tokens included.
  balance_minor  bigint NOT NULL DEFAULT 0,
  held_minor     bigint NOT NULL DEFAULT 0,
  -- NO_DEBIT, NO_CREDIT: of transfers within the ledger.
  restrictions   text[] NOT NULL DEFAULT '{}',
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (institution_id, account_id),
  CONSTRAINT builtin_ledger_held_is_there CHECK (held_minor BETWEEN 0 AND balance_minor)
) WITH (fillfactor = 70);

CREATE UNIQUE INDEX builtin_ledger_accounts_by_id ON builtin_ledger_accounts (account_id);

-- An operation takes effect once, whichever books it concerns: one row, keyed by its id alone. A batch across two books is
-- recorded with the first. Without a reason it is FINAL, with one FAILED; neither changes.
CREATE TABLE builtin_ledger_operations (
  op_id          uuid PRIMARY KEY,
  -- Null when it names nothing that the ledger knows.
  institution_id text COLLATE "C",
  kind           text NOT NULL,
  reason         text,
  ended_at       timestamptz NOT NULL,
  -- Events are read in this order, up to the oldest transaction that still runs: a late commit is not skipped.
  tx_id          xid8 NOT NULL DEFAULT pg_current_xact_id()
);

CREATE INDEX builtin_ledger_operations_by_tx ON builtin_ledger_operations (tx_id, op_id);

-- The id of a hold is that of the operation that made it.
CREATE TABLE builtin_ledger_holds (
  institution_id text COLLATE "C" NOT NULL,
  hold_id        uuid NOT NULL,
  account_id     uuid NOT NULL,
  amount_minor   bigint NOT NULL CHECK (amount_minor > 0),
  state          text NOT NULL CHECK (state IN ('HELD', 'CAPTURED', 'RELEASED')),
  created_at     timestamptz NOT NULL,
  ended_at       timestamptz,
  PRIMARY KEY (institution_id, hold_id)
) WITH (fillfactor = 80);
