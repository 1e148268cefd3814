-- Cores that speak ISO 8583 (docs/decisions/0067): what their connections need, and every exchange with them.

-- Dialect, identifiers and TLS of a connection; null on every other one.
ALTER TABLE core_connections ADD COLUMN iso8583 jsonb;
ALTER TABLE core_connections ADD COLUMN mac_key_sealed text COLLATE "C";
ALTER TABLE core_connections ADD COLUMN client_key_sealed text COLLATE "C";

-- DE 11 has six digits. All nodes take theirs from here.
CREATE SEQUENCE iso8583_stans MINVALUE 1 MAXVALUE 999999 CYCLE;

-- Committed before a request is sent, so that any node can end what another left open.
CREATE TABLE iso8583_exchanges (
  reference          uuid PRIMARY KEY,
  institution_id     text COLLATE "C" NOT NULL,
  -- The order of the queue.
  position           bigint GENERATED ALWAYS AS IDENTITY,
  -- ADVICE takes back an order whose answer did not come.
  kind               text COLLATE "C" NOT NULL CHECK (kind IN ('ORDER', 'REVERSAL', 'ADVICE')),
  state              text COLLATE "C" NOT NULL
                     CHECK (state IN ('SENT', 'QUEUED', 'ANSWERED', 'REVERSING', 'CANCELLED', 'REFUSED')),
  original_reference uuid,
  mti                text COLLATE "C" NOT NULL,
  stan               text COLLATE "C" NOT NULL,
  transmitted_at     text COLLATE "C" NOT NULL,
  local_time         text COLLATE "C" NOT NULL,
  rrn                text COLLATE "C" NOT NULL,
  -- The fields that were sent, without STAN and card number.
  fields             jsonb NOT NULL,
  -- Until the outcome is known.
  pan_sealed         text COLLATE "C",
  amount_minor       bigint NOT NULL,
  currency           text COLLATE "C" NOT NULL,
  -- What approved reversals have taken back.
  reversed_minor     bigint NOT NULL DEFAULT 0,
  created_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- From then on an exchange that is SENT is no longer waited for by the process that sent it.
  due_at             timestamptz NOT NULL,
  attempts           integer NOT NULL DEFAULT 0,
  next_attempt_at    timestamptz NOT NULL DEFAULT '-infinity',
  response           jsonb,
  response_code      text COLLATE "C",
  -- An answer that came when it counted no more.
  late_code          text COLLATE "C",
  ended_at           timestamptz
) WITH (fillfactor = 70);
CREATE INDEX iso8583_exchanges_queue ON iso8583_exchanges (institution_id, position) WHERE state = 'QUEUED';
CREATE INDEX iso8583_exchanges_sent ON iso8583_exchanges (due_at) WHERE state = 'SENT';
CREATE INDEX iso8583_exchanges_stan ON iso8583_exchanges (institution_id, stan, transmitted_at);
CREATE INDEX iso8583_exchanges_ended ON iso8583_exchanges (ended_at) WHERE ended_at IS NOT NULL;
-- What is left of an order is known to one reversal at a time.
CREATE UNIQUE INDEX iso8583_exchanges_one_reversal ON iso8583_exchanges (original_reference)
  WHERE state IN ('SENT', 'QUEUED') AND original_reference IS NOT NULL;

-- Answers that belong to no request that waits: late, repeated, or about something that was never sent.
CREATE TABLE iso8583_strays (
  stray_id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  institution_id text COLLATE "C" NOT NULL,
  received_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  reason         text COLLATE "C" NOT NULL CHECK (reason IN ('LATE', 'REPEATED', 'UNMATCHED')),
  mti            text COLLATE "C" NOT NULL,
  stan           text COLLATE "C",
  rrn            text COLLATE "C",
  response_code  text COLLATE "C"
);
CREATE INDEX iso8583_strays_received ON iso8583_strays (received_at);
