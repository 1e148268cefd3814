-- Ways out of stuck tokens: what an operator has done about an exception, a payment of unclaimed money that is under way, and
-- settlements between digital institutions. Nodes of the version before neither read nor write the new columns.

-- The action that resolved it, or that is being carried out while it is open.
ALTER TABLE token_exceptions ADD COLUMN action text;
ALTER TABLE token_exceptions ADD COLUMN reason text;
ALTER TABLE token_exceptions ADD COLUMN resolved_by text;
-- SETTLED_OUTSIDE: what the settlement is known by elsewhere.
ALTER TABLE token_exceptions ADD COLUMN external_reference text;
-- What the payment of unclaimed money has posted.
ALTER TABLE token_exceptions ADD COLUMN journal_id uuid;
-- A payment of unclaimed money whose outcome is not known yet (tokens/exceptions/payment.ts), and when it is looked at again.
ALTER TABLE token_exceptions ADD COLUMN payment jsonb;
ALTER TABLE token_exceptions ADD COLUMN payment_due_at timestamptz;

-- What one institution has paid another outside the platform for transfers of tokens. Posted in both books; never changed.
CREATE TABLE digital_settlements (
  settlement_id        uuid PRIMARY KEY,
  payer_institution_id uuid NOT NULL REFERENCES digital_institutions,
  payee_institution_id uuid NOT NULL REFERENCES digital_institutions,
  payer_book_id        text COLLATE "C" NOT NULL,
  payee_book_id        text COLLATE "C" NOT NULL,
  currency             text NOT NULL,
  amount_minor         bigint NOT NULL CHECK (amount_minor > 0),
  external_reference   text COLLATE "C" NOT NULL,
  value_date           date NOT NULL,
  note                 text,
  payer_journal_id     uuid NOT NULL,
  payee_journal_id     uuid NOT NULL,
  version              integer NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  created_by           text NOT NULL,
  updated_by           text NOT NULL,
  CONSTRAINT two_institutions CHECK (payer_institution_id <> payee_institution_id)
);

CREATE UNIQUE INDEX digital_settlements_by_reference ON digital_settlements (external_reference);
CREATE INDEX digital_settlements_newest ON digital_settlements (created_at DESC, settlement_id DESC);
CREATE INDEX digital_settlements_of_payer ON digital_settlements (payer_book_id, created_at DESC);
CREATE INDEX digital_settlements_of_payee ON digital_settlements (payee_book_id, created_at DESC);
