-- Alert rules: what raises an alert, and whom it tells. The state is the gateway's own (docs/decisions/0090).

CREATE TABLE alert_rules (
  id              uuid PRIMARY KEY,
  name            text NOT NULL,
  metric          text COLLATE "C" NOT NULL,
  institution_id  text COLLATE "C",
  -- decline-code: the response code that is counted.
  response_code   text COLLATE "C",
  threshold       numeric NOT NULL,
  for_minutes     integer NOT NULL DEFAULT 0,
  user_ids        uuid[] NOT NULL DEFAULT '{}',
  role_ids        uuid[] NOT NULL DEFAULT '{}',
  webhook_id      uuid,
  is_active       boolean NOT NULL DEFAULT true,
  state           text NOT NULL DEFAULT 'OK' CHECK (state IN ('OK', 'RAISED')),
  -- What was measured last, and what of: names, no card numbers.
  value           numeric,
  about           text,
  breached_since  timestamptz,
  raised_at       timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  version         integer NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  created_by      text NOT NULL,
  updated_by      text NOT NULL
);
CREATE INDEX alert_rules_raised ON alert_rules (raised_at DESC) WHERE state = 'RAISED';

-- The node that measures: one at a time, so that two views of one core do not contradict each other.
CREATE TABLE alert_duty (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  node_id  uuid,
  until    timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO alert_duty DEFAULT VALUES;

-- The defaults, which tell the administrators.
INSERT INTO alert_rules (id, name, metric, threshold, for_minutes, role_ids, created_at, updated_at, created_by, updated_by)
SELECT id::uuid, name, metric, threshold, for_minutes, ARRAY['00000000-0000-7000-8000-000000000001'::uuid], now(), now(), 'system', 'system'
  FROM (VALUES
    ('00000000-0000-7000-8000-0000000000a1', 'A core is down', 'core.down', 1, 2),
    ('00000000-0000-7000-8000-0000000000a2', 'A business day is not closed', 'day.not-closed', 30, 0),
    ('00000000-0000-7000-8000-0000000000a3', 'A webhook was switched off', 'webhook.off', 1, 0),
    ('00000000-0000-7000-8000-0000000000a4', 'A clock is off', 'clock', 5, 2),
    ('00000000-0000-7000-8000-0000000000a5', 'A ledger differs from the books', 'ledger.drift', 1, 0),
    ('00000000-0000-7000-8000-0000000000a6', 'A ledger does not answer', 'ledger.silent', 1, 0),
    ('00000000-0000-7000-8000-0000000000a7', 'Cash differs from the books', 'cash.difference', 1, 0),
    ('00000000-0000-7000-8000-0000000000a8', 'Few transactions are approved', 'approval-rate', 70, 10),
    ('00000000-0000-7000-8000-0000000000a9', 'One user reads unusually much', 'reads.unusual', 30, 0)
  ) AS given (id, name, metric, threshold, for_minutes);
