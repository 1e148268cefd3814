-- Advices of switches that the bank declined (docs/decisions/0068): the switch has moved the money already, so that a person has
-- to end each of them. The order itself is in `transactions`, with its decline.

CREATE TABLE declined_advices (
  institution_id text COLLATE "C" NOT NULL,
  transaction_id uuid NOT NULL,
  -- The id of the exception. It is not that of the order, which may have been an exception before: of unknown outcome.
  advice_id      uuid NOT NULL,
  partner_id     text COLLATE "C" NOT NULL,
  rrn            text COLLATE "C" NOT NULL,
  -- A reversal of an advice that was posted by its resolution: that order.
  reverses_id    uuid,
  recorded_at    timestamptz NOT NULL,
  action         text COLLATE "C" CHECK (action IN ('MATCH', 'WRITE_OFF', 'IGNORE')),
  reason         text,
  resolved_by    text,
  resolved_at    timestamptz,
  -- What was posted.
  amount_minor   bigint CHECK (amount_minor > 0),
  journal_id     uuid,
  PRIMARY KEY (institution_id, transaction_id),
  CONSTRAINT resolved_whole CHECK ((action IS NULL) = (resolved_at IS NULL) AND (action IS NULL) = (reason IS NULL)
                                   AND (action IS NULL) = (resolved_by IS NULL)),
  CONSTRAINT posted_whole CHECK ((journal_id IS NULL) = (amount_minor IS NULL)
                                 AND (coalesce(action, 'IGNORE') = 'IGNORE') = (journal_id IS NULL))
);

CREATE INDEX declined_advices_by_order ON declined_advices (institution_id, partner_id, rrn);
CREATE INDEX declined_advices_open ON declined_advices (institution_id) WHERE action IS NULL;
