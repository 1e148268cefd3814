-- Which book a movement of tokens lies in, on distributed books alone (docs/decisions/0065): what is unique per partner, and what is
-- found by id, reference or payee without knowing the institution. On one server the table stays empty: token_movements has it all.
CREATE TABLE token_movement_homes (
  movement_id           uuid PRIMARY KEY,
  institution_id        text COLLATE "C" NOT NULL,
  partner_id            text COLLATE "C" NOT NULL,
  kind                  text COLLATE "C" NOT NULL,
  ref                   text COLLATE "C" NOT NULL,
  content               bytea NOT NULL,
  account_id            uuid NOT NULL,
  -- The payee of a transfer to another book, until the transfer has ended.
  open_payee_account_id uuid,
  open_payee_issuer_id  uuid
);

CREATE UNIQUE INDEX token_movement_homes_by_ref ON token_movement_homes (partner_id, kind, ref);
CREATE INDEX token_movement_homes_to_account ON token_movement_homes (open_payee_account_id) WHERE open_payee_account_id IS NOT NULL;
CREATE INDEX token_movement_homes_to_issuer ON token_movement_homes (open_payee_issuer_id) WHERE open_payee_issuer_id IS NOT NULL;
