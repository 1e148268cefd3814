-- Events for partners (docs/decisions/0069): what a change has to tell, the feed of each partner, webhooks and their deliveries. Nodes of
-- the version before change records without telling of it.

-- What committed changes have to tell, until the sequencer has put it into the feeds. The position is taken under the lock of the
-- resource, so that events of one resource are in their order.
CREATE TABLE event_outbox (
  position       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id       uuid NOT NULL,
  kind           text COLLATE "C" NOT NULL,
  -- Null: every partner that works for the institution.
  partner_id     text COLLATE "C",
  institution_id text COLLATE "C",
  resource       text COLLATE "C" NOT NULL,
  -- Only this webhook gets it: a test.
  webhook_id     uuid,
  occurred_at    timestamptz NOT NULL,
  data           json NOT NULL,
  CHECK (partner_id IS NOT NULL OR institution_id IS NOT NULL)
);

-- The same of what postings change: written by their batch, on distributed books at the server of the book. The order of the rows of a
-- resource is that of version and part, not of a sequence, which several servers do not share.
CREATE TABLE posted_events (
  -- The book whose batch has written it.
  institution_id text COLLATE "C" NOT NULL,
  resource       text COLLATE "C" NOT NULL,
  version        integer NOT NULL,
  part           integer NOT NULL,
  event_id       uuid NOT NULL,
  kind           text COLLATE "C" NOT NULL,
  partner_id     text COLLATE "C" NOT NULL,
  -- The institution that the event concerns: of a payee, that of its own account.
  concerns_id    text COLLATE "C" NOT NULL,
  occurred_at    timestamptz NOT NULL,
  data           json NOT NULL,
  PRIMARY KEY (institution_id, resource, version, part)
);

-- Exceptions that partners were told of; a sweep compares it with those that are open.
CREATE TABLE told_exceptions (
  transaction_id uuid PRIMARY KEY,
  institution_id text COLLATE "C" NOT NULL,
  told_at        timestamptz NOT NULL
);

-- The last number of each feed. Numbers are given under the lock of the sequencer until its commit: a reader that sees one sees all before it.
CREATE TABLE event_heads (
  partner_id    text COLLATE "C" PRIMARY KEY REFERENCES partners ON DELETE CASCADE,
  last_sequence bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE events (
  partner_id     text COLLATE "C" NOT NULL REFERENCES partners ON DELETE CASCADE,
  sequence       bigint NOT NULL,
  event_id       uuid NOT NULL,
  kind           text COLLATE "C" NOT NULL,
  institution_id text COLLATE "C",
  resource       text COLLATE "C" NOT NULL,
  occurred_at    timestamptz NOT NULL,
  -- Of real time: retention counts from here, also where the sandbox's clock was moved.
  recorded_at    timestamptz NOT NULL,
  data           json NOT NULL,
  PRIMARY KEY (partner_id, sequence)
);

CREATE INDEX events_recorded ON events (recorded_at);

CREATE TABLE webhooks (
  id               uuid PRIMARY KEY,
  partner_id       text COLLATE "C" NOT NULL REFERENCES partners ON DELETE CASCADE,
  url              text NOT NULL,
  -- Empty: all of them.
  kinds            text[] NOT NULL,
  institution_ids  text[] NOT NULL,
  -- Who is told when it is switched off.
  contact_email    text NOT NULL,
  secret_sealed    text NOT NULL,
  -- Signs beside the new one until then.
  old_secret_sealed text,
  old_secret_until timestamptz,
  is_active        boolean NOT NULL DEFAULT true,
  -- Why the gateway has switched it off.
  off_reason       text,
  -- Failures since the last success, and until when it is left alone for them.
  failures         integer NOT NULL DEFAULT 0,
  paused_until     timestamptz,
  succeeded_at     timestamptz,
  -- The sender that works for it, by the time of the database.
  leased_by        uuid,
  leased_until     timestamptz,
  version          integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  created_by       text NOT NULL,
  updated_by       text NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX webhooks_of_partner ON webhooks (partner_id);

CREATE TABLE webhook_deliveries (
  -- No foreign key: there may be millions, which leave with their events. Those of a webhook that is gone are not seen until then.
  webhook_id       uuid NOT NULL,
  sequence         bigint NOT NULL,
  partner_id       text COLLATE "C" NOT NULL,
  resource         text COLLATE "C" NOT NULL,
  state            text COLLATE "C" NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'DELIVERED', 'FAILED')),
  -- Infinity: an earlier event of the resource goes first.
  next_attempt_at  timestamptz NOT NULL,
  first_attempt_at timestamptz,
  ended_at         timestamptz,
  attempts         integer NOT NULL DEFAULT 0,
  -- The attempts with their answers, oldest first.
  log              jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (webhook_id, sequence),
  FOREIGN KEY (partner_id, sequence) REFERENCES events ON DELETE CASCADE
) WITH (fillfactor = 70);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at, sequence) WHERE state = 'PENDING';
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (webhook_id, resource, sequence) WHERE state = 'PENDING';
-- For lists of those that have failed, among many more.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id, sequence) WHERE state = 'FAILED';
-- For the removal of old events.
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (partner_id, sequence);
