-- Differences that a person has to settle: exceptions of kind RECONCILIATION.
CREATE TABLE reconciliation_exceptions (
  institution_id    text COLLATE "C" NOT NULL,
  exception_id      uuid NOT NULL,
  reconciliation_id uuid NOT NULL,
  source            text COLLATE "C" NOT NULL,
  business_date     text COLLATE "C" NOT NULL,
  difference        text COLLATE "C" NOT NULL CHECK (difference IN ('MISSING_HERE', 'MISSING_THERE', 'DIFFERENT')),
  -- The same fact is one exception, whichever files tell it.
  fact              text COLLATE "C" NOT NULL,
  line              integer,
  partner_id        text COLLATE "C" NOT NULL,
  rrn               text COLLATE "C" NOT NULL,
  is_credit         boolean NOT NULL,
  currency          text COLLATE "C" NOT NULL,
  their_minor       bigint,
  our_minor         bigint,
  transaction_id    uuid,
  our_rrn           text COLLATE "C",
  account_id        text COLLATE "C",
  type              text COLLATE "C",
  terminal_id       text COLLATE "C",
  opened_at         timestamptz NOT NULL,
  action            text COLLATE "C" CHECK (action IN ('MATCH', 'IGNORE', 'SETTLED')),
  reason            text,
  resolved_by       text,
  resolved_at       timestamptz,
  -- What was posted, and on which account; original_id: it counts as reversed on that order.
  amount_minor      bigint CHECK (amount_minor > 0),
  posted_account_id text COLLATE "C",
  journal_id        uuid,
  original_id       uuid,
  PRIMARY KEY (institution_id, exception_id),
  CONSTRAINT resolved_whole CHECK ((action IS NULL) = (resolved_at IS NULL) AND (action IS NULL) = (reason IS NULL)
                                   AND (action IS NULL) = (resolved_by IS NULL)),
  CONSTRAINT posted_whole CHECK ((journal_id IS NULL) = (amount_minor IS NULL)
                                 AND (coalesce(action, 'IGNORE') = 'MATCH') = (journal_id IS NOT NULL))
);

-- What was posted or ignored once is not asked again.
CREATE UNIQUE INDEX reconciliation_exceptions_once ON reconciliation_exceptions (institution_id, fact)
  WHERE action IS NULL OR action <> 'SETTLED';
CREATE INDEX reconciliation_exceptions_open ON reconciliation_exceptions (institution_id, source, business_date) WHERE action IS NULL;
CREATE INDEX reconciliation_exceptions_of_order ON reconciliation_exceptions (institution_id, transaction_id)
  WHERE transaction_id IS NOT NULL;
CREATE INDEX reconciliation_exceptions_posted ON reconciliation_exceptions (institution_id, business_date) WHERE journal_id IS NOT NULL;
