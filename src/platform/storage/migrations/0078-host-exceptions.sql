-- Orders that a host has to take back and has not (docs/decisions/0075), until it has, or a person has settled them elsewhere.
CREATE TABLE host_exceptions (
  institution_id     text COLLATE "C" NOT NULL,
  exception_id       uuid NOT NULL,
  kind               text COLLATE "C" NOT NULL CHECK (kind IN ('ADVICE_PARKED', 'HOST_APPROVAL')),
  -- The order, or the reversal that waits for its answer.
  order_reference    uuid NOT NULL,
  -- What is shown of it where it has no transaction: orders of digital banking and lending.
  partner_id         text COLLATE "C",
  account_id         text COLLATE "C",
  rrn                text COLLATE "C" NOT NULL,
  type               text COLLATE "C" NOT NULL,
  amount_minor       bigint NOT NULL,
  currency           text COLLATE "C" NOT NULL,
  recorded_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  action             text COLLATE "C" CHECK (action IN ('SETTLED', 'SETTLED_OUTSIDE')),
  reason             text,
  external_reference text,
  resolved_by        text,
  resolved_at        timestamptz,
  PRIMARY KEY (institution_id, exception_id),
  CONSTRAINT resolved_whole CHECK ((action IS NULL) = (resolved_at IS NULL) AND (action IS NULL) = (reason IS NULL)
                                   AND (action IS NULL) = (resolved_by IS NULL)
                                   AND (coalesce(action, '') = 'SETTLED_OUTSIDE') = (external_reference IS NOT NULL))
);
CREATE UNIQUE INDEX host_exceptions_open ON host_exceptions (institution_id, order_reference) WHERE action IS NULL;

-- Who asked, and on which account: an exception names them.
ALTER TABLE iso8583_exchanges ADD COLUMN partner_id text COLLATE "C";
ALTER TABLE iso8583_exchanges ADD COLUMN account_id text COLLATE "C";
-- Since when it waits in the queue; null: since it was created. What waits too long is parked: REFUSED.
ALTER TABLE iso8583_exchanges ADD COLUMN queued_at timestamptz;
-- A node is sending it.
ALTER TABLE iso8583_exchanges ADD COLUMN claimed_until timestamptz;
