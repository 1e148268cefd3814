-- Deposits, redemptions and transfers of tokens: what was asked, how far it is, and what has been started elsewhere under which
-- id. Open rows are the coordinator's list of work. Kept in the book of the account that pays or receives; the payee's side of
-- a transfer posts in its own book.

CREATE TABLE token_movements (
  institution_id       text COLLATE "C" NOT NULL,
  movement_id          uuid NOT NULL,
  kind                 text NOT NULL CHECK (kind IN ('DEPOSIT', 'REDEMPTION', 'TRANSFER')),
  state                text NOT NULL,
  is_open              boolean NOT NULL,
  partner_id           text COLLATE "C" NOT NULL,
  -- The digital institution that issued the tokens, and the account that holds them.
  issuer_id            uuid NOT NULL,
  account_id           uuid NOT NULL,
  currency             text NOT NULL,
  amount_minor         bigint NOT NULL CHECK (amount_minor > 0),
  linked_account_id    text COLLATE "C",
  -- Redemptions: how the account was found.
  resolved_by          text,
  -- Transfers only.
  payee_book_id        text COLLATE "C",
  payee_issuer_id      uuid,
  payee_account_id     uuid,
  payee_partner_id     text COLLATE "C",
  beneficiary_name     text,
  is_two_phase         boolean NOT NULL DEFAULT false,
  committer            text CHECK (committer IN ('PAYER', 'PAYEE')),
  expires_at           timestamptz,
  decision             text CHECK (decision IN ('COMMIT', 'ABORT', 'EXPIRE')),
  decided_by           text CHECK (decided_by IN ('PAYER', 'PAYEE', 'COORDINATOR')),
  decided_at           timestamptz,
  remittance_info      text,
  end_to_end_id        text COLLATE "C",
  -- Ids of what was started at ledgers and cores, stored before the call: movements/coordination/work.ts.
  work                 jsonb NOT NULL DEFAULT '{}',
  -- When the coordinator looks at it again; null when it is over.
  next_at              timestamptz,
  -- The journals that it has posted: in its book, and in the payee's.
  journal_ids          uuid[] NOT NULL DEFAULT '{}',
  payee_journal_id     uuid,
  outcome_code         text,
  outcome_iso          text,
  final_at             timestamptz,
  ref                  text COLLATE "C" NOT NULL,
  -- SHA-256 of the path and of the known fields of the body.
  content              bytea NOT NULL,
  channel_type         text NOT NULL,
  -- What its owner finds it by, and what the payee's partner finds a transfer by: never the payer's reference.
  search_words         text[] NOT NULL DEFAULT '{}',
  payee_words          text[] NOT NULL DEFAULT '{}',
  version              integer NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  created_by           text NOT NULL,
  PRIMARY KEY (institution_id, movement_id)
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX token_movements_by_id ON token_movements (movement_id);
CREATE UNIQUE INDEX token_movements_by_ref ON token_movements (partner_id, kind, ref);
-- What is open of an account, on either side: locked and pending amounts, and whether it may be closed.
CREATE INDEX token_movements_open_of_account ON token_movements (account_id) WHERE is_open;
CREATE INDEX token_movements_open_to_account ON token_movements (payee_account_id) WHERE is_open AND payee_account_id IS NOT NULL;
CREATE INDEX token_movements_open_of_issuer ON token_movements (issuer_id, currency) WHERE is_open;
CREATE INDEX token_movements_due ON token_movements (next_at) WHERE next_at IS NOT NULL;
-- What an account has moved in a day, for limits and lists.
CREATE INDEX token_movements_of_account ON token_movements (account_id, created_at);

-- For search, newest first. The posting path must never use these: hence the collation of the partner, as in 0010. A search
-- says `partner_id COLLATE "POSIX" = …`, a posting cannot.
CREATE INDEX token_movements_newest
  ON token_movements (partner_id COLLATE "POSIX", kind, created_at DESC, movement_id DESC);
CREATE INDEX token_movements_to_partner
  ON token_movements (payee_partner_id COLLATE "POSIX", created_at DESC, movement_id DESC) WHERE payee_partner_id IS NOT NULL;
CREATE INDEX token_movements_to_account
  ON token_movements (payee_account_id, created_at) WHERE payee_account_id IS NOT NULL;
-- The states that few movements are in: most have succeeded.
CREATE INDEX token_movements_by_state
  ON token_movements (partner_id COLLATE "POSIX", kind, state, created_at DESC, movement_id DESC)
  WHERE state NOT IN ('ISSUED', 'COMPLETED', 'COMMITTED');
-- Rows lie in the order of time, so a summary per range of pages is enough, and costs a posting nothing.
CREATE INDEX token_movements_updated ON token_movements USING brin (updated_at) WITH (autosummarize = on);

-- What a person must look at: money that could not be returned, a ledger that refuses what was decided, drift.
CREATE TABLE token_exceptions (
  institution_id text COLLATE "C" NOT NULL,
  exception_id   uuid NOT NULL,
  movement_id    uuid,
  kind           text NOT NULL CHECK (kind IN ('FUNDS_UNCLAIMED', 'LEG_FAILED', 'DRIFT')),
  detail         text NOT NULL,
  recorded_at    timestamptz NOT NULL,
  -- Drift: the account whose balances differ, and when they agreed again.
  account_id     uuid,
  ended_at       timestamptz,
  PRIMARY KEY (institution_id, exception_id)
);

-- Drift of an account is recorded once while it lasts, by whichever node finds it.
CREATE UNIQUE INDEX token_exceptions_drift ON token_exceptions (account_id) WHERE kind = 'DRIFT' AND ended_at IS NULL;
