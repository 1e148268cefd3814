-- Corrections: postings made by hand by two people (docs/decisions/0087). The id of one is that of its journal. Nodes of the version
-- before neither read nor write the table.

CREATE TABLE corrections (
  institution_id   text COLLATE "C" NOT NULL,
  correction_id    uuid NOT NULL,
  -- The customer's account, or the suspense account in its place.
  account_id       text COLLATE "C",
  suspense_account text COLLATE "C",
  -- The account of the general ledger on the other side.
  against          text COLLATE "C" NOT NULL,
  direction        text NOT NULL CHECK (direction IN ('CREDIT', 'DEBIT')),
  amount_minor     bigint NOT NULL CHECK (amount_minor > 0),
  currency         text COLLATE "C" NOT NULL,
  kind             text COLLATE "C" NOT NULL,
  reason           text NOT NULL,
  transaction_id   uuid,
  -- What counts as reversed on that transaction; below 0 when this takes back what another one gave.
  counted_minor    bigint NOT NULL DEFAULT 0,
  exception_id     uuid,
  -- The correction that this one undoes, and the one that undoes this.
  reverses         uuid,
  reversed_by      uuid,
  business_date    text COLLATE "C" NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  created_by       text NOT NULL,
  updated_by       text NOT NULL,
  PRIMARY KEY (institution_id, correction_id),
  CONSTRAINT one_account CHECK ((account_id IS NULL) <> (suspense_account IS NULL)),
  CONSTRAINT counted_of_a_transaction CHECK (counted_minor = 0 OR transaction_id IS NOT NULL AND account_id IS NOT NULL)
);

-- Undone once.
CREATE UNIQUE INDEX corrections_by_reversed ON corrections (institution_id, reverses) WHERE reverses IS NOT NULL;
CREATE INDEX corrections_newest ON corrections (created_at DESC, correction_id DESC);
CREATE INDEX corrections_by_id ON corrections (correction_id);
CREATE INDEX corrections_of_account ON corrections (institution_id, account_id, business_date);
CREATE INDEX corrections_of_transaction ON corrections (institution_id, transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX corrections_of_day ON corrections (institution_id, business_date, correction_id);

-- The part of the access fee that corrections have given back: a later reversal gives back the rest. Nodes of the version before do
-- not look at it: refund fees by transaction once all are of this version.
ALTER TABLE transactions ADD COLUMN fee_refunded_minor bigint NOT NULL DEFAULT 0;
