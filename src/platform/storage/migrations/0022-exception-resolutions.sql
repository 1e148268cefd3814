-- How an exception was resolved: a reversal that could not be posted, or an order whose outcome stayed unknown. An open
-- exception has no row here; it is found among the transactions.

CREATE TABLE exception_resolutions (
  institution_id text COLLATE "C" NOT NULL,
  -- The transaction that is the exception.
  transaction_id uuid NOT NULL,
  partner_id     text COLLATE "C" NOT NULL,
  rrn            text COLLATE "C" NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('UNMATCHED', 'LATE', 'REFUSED', 'UNKNOWN')),
  action         text NOT NULL CHECK (action IN ('MATCH', 'WRITE_OFF', 'IGNORE', 'SETTLED')),
  reason         text NOT NULL,
  -- MATCH of an unknown outcome.
  outcome        text CHECK (outcome IN ('APPROVED', 'DECLINED')),
  -- What was posted: how much of which original was reversed, by which journal.
  original_id    uuid,
  amount_minor   bigint CHECK (amount_minor > 0),
  journal_id     uuid,
  resolved_by    text NOT NULL,
  resolved_at    timestamptz NOT NULL,
  PRIMARY KEY (institution_id, transaction_id),
  CONSTRAINT posted_whole CHECK ((journal_id IS NULL) = (original_id IS NULL) AND (journal_id IS NULL) = (amount_minor IS NULL))
);

CREATE INDEX exception_resolutions_by_original ON exception_resolutions (original_id) WHERE original_id IS NOT NULL;
