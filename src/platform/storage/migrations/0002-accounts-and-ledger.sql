-- The books. Every table here is keyed by institution first, so that one institution is one shard.
--
-- The posting path writes transactions, journals and entries a batch at a time. They carry no foreign keys: a key
-- check per row would cost more than the row. `tillgate verify` proves what the keys would.
--
-- Secondary indexes leave institution_id out. While a table is small all plans cost the same, and a plan that was made
-- then may be kept: an index that fits the institution alone would later be scanned whole in place of the primary key.
-- Those for search (0008) begin with it in another collation, which the statements of the posting path do not match.

CREATE TABLE accounts (
  institution_id    text COLLATE "C" NOT NULL,
  account_id        text COLLATE "C" NOT NULL,
  customer_id       text COLLATE "C" NOT NULL,
  account_type      text NOT NULL,
  description       text NOT NULL,
  currency          text NOT NULL,
  status            text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'FROZEN', 'DORMANT', 'CLOSED')),
  txn_capability    text NOT NULL REFERENCES transaction_capabilities,
  branch_id         text NOT NULL,
  -- Set by the institution's risk staff: no order but a reversal passes while it stands.
  risk_flag         text CHECK (risk_flag IN ('DO_NOT_HONOUR', 'SUSPECTED_FRAUD')),
  -- What the institution owes the customer: the sum of the account's entries. Negative on loans.
  balance_minor     bigint NOT NULL DEFAULT 0,
  held_minor        bigint NOT NULL DEFAULT 0 CHECK (held_minor >= 0),
  overdraft_minor   bigint NOT NULL DEFAULT 0 CHECK (overdraft_minor >= 0),
  -- How far forced reversals have pushed the account below its limit; nothing else may.
  forced_minor      bigint NOT NULL DEFAULT 0 CHECK (forced_minor >= 0),
  -- Loans: what is due next, and how much of it has been paid so far.
  payment_due_minor  bigint CHECK (payment_due_minor >= 0),
  payment_paid_minor bigint NOT NULL DEFAULT 0,
  payment_due_on    text,
  -- Withdrawals of the business date in usage_date, counted when no card was presented.
  usage_date        text,
  used_minor        bigint NOT NULL DEFAULT 0,
  used_count        integer NOT NULL DEFAULT 0,
  PRIMARY KEY (institution_id, account_id),
  CONSTRAINT never_below_limit CHECK (account_type = 'LOAN' OR balance_minor - held_minor + overdraft_minor + forced_minor >= 0),
  CONSTRAINT loan_never_overpaid CHECK (account_type <> 'LOAN' OR balance_minor <= 0)
) WITH (fillfactor = 70);

CREATE INDEX accounts_by_customer ON accounts (customer_id);

CREATE TABLE cards (
  institution_id text COLLATE "C" NOT NULL,
  pan_hash       text COLLATE "C" NOT NULL,
  pan_sealed     text NOT NULL,
  masked_pan     text NOT NULL,
  customer_id    text COLLATE "C" NOT NULL,
  status         text NOT NULL CHECK (status IN ('ACTIVE', 'BLOCKED', 'EXPIRED', 'LOST', 'STOLEN', 'NOT_ACTIVE')),
  account_ids    text[] NOT NULL,
  usage_date     text,
  used_minor     bigint NOT NULL DEFAULT 0,
  used_count     integer NOT NULL DEFAULT 0,
  PRIMARY KEY (institution_id, pan_hash)
) WITH (fillfactor = 80);

CREATE TABLE terminal_usage (
  institution_id text COLLATE "C" NOT NULL,
  terminal_id    text COLLATE "C" NOT NULL,
  usage_date     text NOT NULL,
  used_minor     bigint NOT NULL DEFAULT 0,
  used_count     integer NOT NULL DEFAULT 0,
  PRIMARY KEY (institution_id, terminal_id)
);

-- One row per order that was answered: the record channels query, and the idempotency record of its RRN.
CREATE TABLE transactions (
  institution_id         text COLLATE "C" NOT NULL,
  partner_id             text COLLATE "C" NOT NULL,
  rrn                    text COLLATE "C" NOT NULL,
  transaction_id         uuid NOT NULL,
  type                   text NOT NULL,
  account_id             text COLLATE "C" NOT NULL,
  beneficiary_account_id text,
  biller_id              text,
  terminal_id            text,
  pan_hash               text,
  masked_pan             text,
  amount_minor           bigint NOT NULL,
  fee_minor              bigint NOT NULL DEFAULT 0,
  -- The part of the amount that was notes and coins; a mixed deposit has both cash and checks.
  cash_minor             bigint NOT NULL DEFAULT 0,
  currency               text NOT NULL,
  response_code          text NOT NULL,
  auth_id                text,
  -- Reversals: what they take back. Null on a reversal that was declined or came before its original.
  original_id            uuid,
  original_rrn           text,
  reason_code            text,
  -- Originals: how much of the amount has been taken back since.
  reversed_minor         bigint NOT NULL DEFAULT 0,
  -- The date the caller put on it, when it put one.
  transaction_date       text,
  business_date          text NOT NULL,
  recorded_at            timestamptz NOT NULL,
  latency_ms             integer NOT NULL,
  correlation_id         uuid NOT NULL,
  fingerprint            text NOT NULL,
  response               text NOT NULL,
  PRIMARY KEY (institution_id, partner_id, rrn),
  CONSTRAINT never_reversed_beyond CHECK (reversed_minor >= 0 AND reversed_minor <= amount_minor)
);

CREATE INDEX transactions_by_account ON transactions (account_id, transaction_id);
CREATE INDEX transactions_by_id ON transactions (transaction_id);

-- A reversal that named its original before the original arrived: the late original is refused.
CREATE TABLE reversal_tombstones (
  institution_id text COLLATE "C" NOT NULL,
  partner_id     text COLLATE "C" NOT NULL,
  original_rrn   text COLLATE "C" NOT NULL,
  reversal_rrn   text NOT NULL,
  recorded_at    timestamptz NOT NULL,
  PRIMARY KEY (institution_id, partner_id, original_rrn)
);

CREATE TABLE journals (
  institution_id text COLLATE "C" NOT NULL,
  journal_id     uuid NOT NULL,
  kind           text NOT NULL,
  effective_date text NOT NULL,
  recorded_at    timestamptz NOT NULL,
  -- A correction points to what it corrects; nothing is ever edited.
  reverses_id    uuid,
  PRIMARY KEY (institution_id, journal_id)
);

-- Positive credits, negative debits; the lines of a journal sum to zero per currency.
-- book: C customer account, G general-ledger account.
CREATE TABLE entries (
  institution_id text COLLATE "C" NOT NULL,
  journal_id     uuid NOT NULL,
  line           smallint NOT NULL,
  book           text NOT NULL CHECK (book IN ('C', 'G')),
  account        text COLLATE "C" NOT NULL,
  currency       text NOT NULL,
  amount_minor   bigint NOT NULL CHECK (amount_minor <> 0),
  PRIMARY KEY (institution_id, journal_id, line)
);

-- General-ledger accounts have no row that every posting must lock. Each batch adds its sums as deltas, and a
-- periodic sweep folds deltas into totals: the balance is the total plus the deltas not folded yet.
CREATE TABLE general_ledger_totals (
  institution_id text COLLATE "C" NOT NULL,
  account        text COLLATE "C" NOT NULL,
  currency       text NOT NULL,
  amount_minor   bigint NOT NULL,
  PRIMARY KEY (institution_id, account, currency)
);

CREATE TABLE general_ledger_deltas (
  institution_id text COLLATE "C" NOT NULL,
  batch_id       uuid NOT NULL,
  account        text COLLATE "C" NOT NULL,
  currency       text NOT NULL,
  amount_minor   bigint NOT NULL,
  PRIMARY KEY (institution_id, batch_id, account, currency)
);

-- The part of a check deposit that is not available yet.
CREATE TABLE holds (
  institution_id text COLLATE "C" NOT NULL,
  hold_id        uuid NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  transaction_id uuid NOT NULL,
  amount_minor   bigint NOT NULL CHECK (amount_minor >= 0),
  release_on     text NOT NULL,
  -- Open while null. A reversal of the deposit shrinks the amount; at zero the hold is released too.
  released_at    timestamptz,
  PRIMARY KEY (institution_id, account_id, hold_id)
);

CREATE INDEX holds_open ON holds (account_id) WHERE released_at IS NULL;
CREATE INDEX holds_due ON holds (release_on) WHERE released_at IS NULL;

-- Lookups and balance inquiries: they move nothing and are never deduplicated, only remembered.
CREATE TABLE inquiries (
  institution_id text COLLATE "C" NOT NULL,
  inquiry_id     uuid NOT NULL,
  partner_id     text COLLATE "C" NOT NULL,
  rrn            text NOT NULL,
  type           text NOT NULL,
  account_id     text,
  terminal_id    text,
  masked_pan     text,
  response_code  text NOT NULL,
  auth_id        text,
  business_date  text NOT NULL,
  recorded_at    timestamptz NOT NULL,
  latency_ms     integer NOT NULL,
  correlation_id uuid NOT NULL,
  PRIMARY KEY (institution_id, inquiry_id)
);

-- Nodes take authorization ids a block at a time; a block lost in a crash is a gap, never a repetition.
CREATE SEQUENCE auth_id_blocks;
