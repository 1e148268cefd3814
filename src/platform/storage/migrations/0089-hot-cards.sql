-- Cards that an operator has stopped at the gateway, also those of a bank that keeps its cards itself. Every node has the active
-- ones in memory, and after a change reads those of a higher change_no: numbers are given under the lock of hot_card_epoch, so
-- they become visible in their order.

CREATE TABLE hot_card_epoch (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  epoch bigint NOT NULL,
  -- Rows have left without a number: what was read before this epoch is read again from the beginning.
  reread_from bigint NOT NULL
);
INSERT INTO hot_card_epoch (epoch, reread_from) VALUES (1, 0);

CREATE TABLE hot_cards (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  created_by text NOT NULL,
  updated_by text NOT NULL,
  institution_id text NOT NULL,
  pan_hash text NOT NULL,
  masked_pan text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('LOST', 'STOLEN', 'FRAUD')),
  note text,
  expires_at timestamptz,
  -- An active one whose time is over counts as expired.
  state text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'LIFTED', 'EXPIRED')),
  lift_reason text,
  lifted_at timestamptz,
  change_no bigint NOT NULL
);
CREATE UNIQUE INDEX hot_cards_active ON hot_cards (institution_id, pan_hash) WHERE state = 'ACTIVE';
CREATE INDEX hot_cards_by_pan ON hot_cards (pan_hash);
CREATE INDEX hot_cards_by_change ON hot_cards (change_no);
CREATE INDEX hot_cards_newest ON hot_cards (created_at DESC, id DESC);

CREATE FUNCTION reread_hot_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE hot_card_epoch SET epoch = epoch + 1, reread_from = epoch + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER hot_cards_left AFTER DELETE OR TRUNCATE ON hot_cards FOR EACH STATEMENT EXECUTE FUNCTION reread_hot_cards();

CREATE FUNCTION announce_hot_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tillgate_changes', 'hot-cards:');
  RETURN NULL;
END $$;
CREATE TRIGGER hot_cards_changed AFTER UPDATE ON hot_card_epoch FOR EACH STATEMENT EXECUTE FUNCTION announce_hot_cards();
