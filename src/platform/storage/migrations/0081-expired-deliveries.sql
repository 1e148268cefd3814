-- Deliveries whose event was removed before a receiver took it, and exceptions of tokens that partners were told of. Deliveries move here
-- when retention removes their event: those of `webhook_deliveries` go with it, and nodes of the version before know no other states.

CREATE TABLE expired_deliveries (
  webhook_id uuid NOT NULL,
  sequence   bigint NOT NULL,
  partner_id text COLLATE "C" NOT NULL REFERENCES partners ON DELETE CASCADE,
  event_id   uuid NOT NULL,
  kind       text COLLATE "C" NOT NULL,
  resource   text COLLATE "C" NOT NULL,
  log        jsonb NOT NULL,
  ended_at   timestamptz NOT NULL,
  PRIMARY KEY (webhook_id, sequence)
);

CREATE INDEX expired_deliveries_ended ON expired_deliveries (ended_at);
-- For the removal of partners.
CREATE INDEX expired_deliveries_of_partner ON expired_deliveries (partner_id);

-- Apart from `told_exceptions`: the sweep of older nodes forgets rows there that are no exceptions of account services.
CREATE TABLE told_token_exceptions (
  exception_id   uuid PRIMARY KEY,
  institution_id text COLLATE "C" NOT NULL,
  told_at        timestamptz NOT NULL
);
