-- The EVM ledger (docs/decisions/0061): work that waits for a place in a transaction, transactions with their nonces, and the bytes
-- that were sent. All nodes share it. What is in effect is recorded on the chain; these rows say what to send and what is known of it.
-- tillgate: oldest-node 0024

-- contract: the new constraint takes all that the old one took.
ALTER TABLE digital_institutions DROP CONSTRAINT digital_institutions_ledger_check;
ALTER TABLE digital_institutions ADD CONSTRAINT digital_institutions_ledger_check
  CHECK (ledger IN ('builtin', 'simulated', 'evm'));

-- The chain and the contract of the first use: no other is used afterwards.
CREATE TABLE evm_ledger (
  ledger_id    smallint PRIMARY KEY CHECK (ledger_id = 1),
  chain_id     bigint NOT NULL,
  genesis_hash text COLLATE "C" NOT NULL,
  contract     text COLLATE "C" NOT NULL,
  -- Tells whether the secret of names on chain has changed.
  names_mark   text COLLATE "C" NOT NULL,
  -- The last block that is known to be final. It never goes back.
  final_block  bigint NOT NULL,
  final_hash   text COLLATE "C" NOT NULL,
  final_ms     bigint NOT NULL,
  -- The newest block that statuses APPLIED rest on. Another hash at its height is a reorganisation.
  seen_block   bigint NOT NULL,
  seen_hash    text COLLATE "C" NOT NULL,
  -- The number of the next operation that ends, taken under the lock of this row: numbers commit in their order.
  next_end     bigint NOT NULL,
  -- Totals of all transactions that are settled.
  gas_used     numeric NOT NULL DEFAULT 0,
  fees_wei     numeric NOT NULL DEFAULT 0
) WITH (fillfactor = 10);

-- Its row is locked to give a transaction its nonce.
CREATE TABLE evm_keys (
  address    text COLLATE "C" PRIMARY KEY,
  next_nonce bigint NOT NULL
) WITH (fillfactor = 10);

-- A nonce and what is sent under it.
CREATE TABLE evm_transactions (
  transaction_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  address        text COLLATE "C" NOT NULL REFERENCES evm_keys,
  nonce          bigint NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('ASSET', 'ACCOUNT', 'OP')),
  gas_limit      bigint NOT NULL,
  -- The call of the contract; removed once the nonce is used up in a final block.
  data           bytea,
  -- SETTLED: the nonce is used up in a final block, by this transaction or another one.
  state          text NOT NULL CHECK (state IN ('OPEN', 'SETTLED')),
  placed_at      timestamptz NOT NULL,
  -- The nonce is used up in the newest block that was seen.
  is_mined       boolean NOT NULL DEFAULT false,
  mined_hash     text COLLATE "C",
  gas_used       bigint,
  fee_wei        numeric,
  UNIQUE (address, nonce)
) WITH (fillfactor = 80);

CREATE INDEX evm_transactions_open ON evm_transactions (address, nonce) WHERE state = 'OPEN';

-- What was signed for an open nonce. Stored before it is sent; any of them may be mined. Removed once the nonce is used up in a final
-- block: the transaction then has the hash that was mined.
CREATE TABLE evm_sendings (
  transaction_id   bigint NOT NULL REFERENCES evm_transactions,
  attempt          integer NOT NULL,
  hash             text COLLATE "C" NOT NULL,
  -- The signed bytes.
  raw              bytea NOT NULL,
  fee_type         text NOT NULL CHECK (fee_type IN ('eip1559', 'legacy')),
  max_fee_wei      numeric NOT NULL,
  priority_fee_wei numeric NOT NULL,
  signed_at        timestamptz NOT NULL,
  sent_at          timestamptz,
  PRIMARY KEY (transaction_id, attempt)
) WITH (fillfactor = 80);

-- Operations, and the assets and accounts that are registered ahead of them.
CREATE TABLE evm_work (
  kind           text NOT NULL CHECK (kind IN ('ASSET', 'ACCOUNT', 'OP')),
  work_id        text COLLATE "C" NOT NULL,
  -- Once an operation has ended it is kept for holds alone.
  content        jsonb,
  accepted_at    timestamptz NOT NULL,
  -- The order in which it waits.
  seq            bigint GENERATED ALWAYS AS IDENTITY,
  state          text NOT NULL CHECK (state IN ('WAITING', 'PLACED', 'FINAL', 'FAILED')),
  -- How often its transaction was reverted.
  tries          integer NOT NULL DEFAULT 0,
  wait_until     timestamptz,
  transaction_id bigint REFERENCES evm_transactions,
  -- In effect in the newest block that was seen.
  is_applied     boolean NOT NULL DEFAULT false,
  final_at_ms    bigint,
  reason         text,
  end_number     bigint,
  PRIMARY KEY (kind, work_id)
) WITH (fillfactor = 70);

CREATE INDEX evm_work_waiting ON evm_work (seq) WHERE state = 'WAITING';
CREATE INDEX evm_work_placed ON evm_work (transaction_id) WHERE state = 'PLACED';
CREATE UNIQUE INDEX evm_work_ended ON evm_work (end_number) WHERE end_number IS NOT NULL;
