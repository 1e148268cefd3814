-- The simulated chain: a digital ledger for the sandbox and for tests that behaves as a public one does. It stands for a system
-- elsewhere, so nothing here is part of any institution's book. All nodes share one chain; who changes it locks the row of
-- simulated_chain. Amounts are numeric: a chain does not know the bounds of our books.

CREATE TABLE simulated_chain (
  chain_id       smallint PRIMARY KEY CHECK (chain_id = 1),
  created_ms     bigint NOT NULL,
  -- The latest time that anybody has seen.
  clock_ms       bigint NOT NULL,
  -- How far the chain is ahead of the clock, since that was set back.
  ahead_ms       bigint NOT NULL,
  next_op_seq    bigint NOT NULL,
  next_event_seq bigint NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE simulated_chain_assets (
  asset_id  text COLLATE "C" PRIMARY KEY,
  issuer_id text COLLATE "C" NOT NULL,
  currency  text NOT NULL,
  exponent  integer NOT NULL
);

CREATE TABLE simulated_chain_accounts (
  account_id     text COLLATE "C" PRIMARY KEY,
  asset_id       text COLLATE "C" NOT NULL,
  ready_at_ms    bigint NOT NULL,
  is_refused     boolean NOT NULL,
  balance_minor  numeric NOT NULL CHECK (balance_minor >= 0),
  held_minor     numeric NOT NULL CHECK (held_minor >= 0),
  -- What open operations will take.
  reserved_minor numeric NOT NULL CHECK (reserved_minor >= 0),
  restrictions   jsonb NOT NULL,
  CHECK (balance_minor - held_minor - reserved_minor >= 0)
) WITH (fillfactor = 70);

CREATE TABLE simulated_chain_holds (
  hold_id      text COLLATE "C" PRIMARY KEY,
  asset_id     text COLLATE "C" NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  amount_minor numeric NOT NULL,
  state        text NOT NULL CHECK (state IN ('HELD', 'CAPTURED', 'RELEASED')),
  -- The operation that ends it, also while that is open.
  ending_op_id text COLLATE "C"
);

CREATE TABLE simulated_chain_ops (
  op_id       text COLLATE "C" PRIMARY KEY,
  -- LOST: requests for it got lost, none was accepted.
  state       text NOT NULL CHECK (state IN ('LOST', 'OPEN', 'FINAL', 'FAILED')),
  attempts    integer NOT NULL,
  seq         bigint NOT NULL,
  final_at_ms bigint NOT NULL,
  -- Times of inclusion and orphaning, and what the operation changes.
  plan        jsonb NOT NULL,
  reason      text
) WITH (fillfactor = 80);

CREATE INDEX simulated_chain_ops_open ON simulated_chain_ops (final_at_ms, seq) WHERE state = 'OPEN';

-- Events wait without a number until they are due.
CREATE TABLE simulated_chain_events (
  op_id  text COLLATE "C" NOT NULL,
  copy   smallint NOT NULL,
  status text NOT NULL CHECK (status IN ('FINAL', 'FAILED')),
  due_ms bigint NOT NULL,
  seq    bigint,
  PRIMARY KEY (op_id, copy)
);

CREATE UNIQUE INDEX simulated_chain_events_numbered ON simulated_chain_events (seq) WHERE seq IS NOT NULL;
CREATE INDEX simulated_chain_events_waiting ON simulated_chain_events (due_ms) WHERE seq IS NULL;
