-- History that leaves the database (docs/decisions/0056): what remains of it, and how far it has gone.

-- How far the books of an institution are archived. Journals and orders of business dates up to this one are gone, or are
-- being removed, but for orders that are kept because something about them is still open.
CREATE TABLE archive_cuts (
  institution_id text COLLATE "C" PRIMARY KEY,
  through        text COLLATE "C" NOT NULL
);

-- A part of the archive: one group of tables, of one institution ('*': the platform's own tables) and one month (YYYYMM).
CREATE TABLE archive_parts (
  institution_id text COLLATE "C" NOT NULL,
  group_name     text COLLATE "C" NOT NULL,
  month          text COLLATE "C" NOT NULL,
  part_id        uuid NOT NULL,
  -- EXPORTING: nothing is removed yet. EXPORTED: the files are verified, rows are being removed. REMOVED: done.
  state          text NOT NULL CHECK (state IN ('EXPORTING', 'EXPORTED', 'REMOVED')),
  -- The signed manifest, as it is in the folder; null while exporting, and of a month without rows.
  manifest       text,
  begun_at       timestamptz NOT NULL,
  ended_at       timestamptz,
  PRIMARY KEY (institution_id, group_name, month)
);

-- The balance of an account (book C) or general-ledger account (G) at the end of a month that is archived. An account that
-- did not move in a month has no row for it: the latest row before it holds.
CREATE TABLE account_month_balances (
  institution_id text COLLATE "C" NOT NULL,
  book           text COLLATE "C" NOT NULL CHECK (book IN ('C', 'G')),
  account        text COLLATE "C" NOT NULL,
  currency       text COLLATE "C" NOT NULL,
  month          text COLLATE "C" NOT NULL,
  balance_minor  bigint NOT NULL,
  PRIMARY KEY (institution_id, book, account, currency, month)
);

-- RRNs of archived orders, which are never posted again. In the order of RRNs, as transactions are: the RRNs of a batch are
-- next to each other, so that looking them up reads one page.
CREATE TABLE spent_rrns (
  institution_id text COLLATE "C" NOT NULL,
  partner_id     text COLLATE "C" NOT NULL,
  rrn            text COLLATE "C" NOT NULL,
  month          text COLLATE "C" NOT NULL,
  PRIMARY KEY (institution_id, partner_id, rrn)
);

-- Archived idempotency keys of lending and references of digital banking, by the first half of their SHA-256: they are
-- long, random, and belong to a partner.
CREATE TABLE spent_keys (
  partner_id text COLLATE "C" NOT NULL,
  key_hash   bytea NOT NULL,
  month      text COLLATE "C" NOT NULL,
  PRIMARY KEY (partner_id, key_hash)
);

-- Where the audit log goes on after records were archived: the last of them, signed with a key of the installation.
CREATE TABLE audit_anchors (
  position    bigint PRIMARY KEY,
  hash        text NOT NULL,
  month       text COLLATE "C" NOT NULL,
  signature   text NOT NULL,
  recorded_at timestamptz NOT NULL
);

-- The audit log stays append-only, but for records up to an anchor.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit_log' THEN
    IF OLD.position <= (SELECT max(position) FROM audit_anchors) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_anchors FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER never_truncated BEFORE TRUNCATE ON audit_anchors FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- As 0058 has it, and archiving an order does not take it out of the figures of its day.
CREATE OR REPLACE FUNCTION note_transaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('tillgate.writer', true) = 'node'
     OR TG_OP = 'DELETE' AND current_setting('tillgate.archiving', true) = 'on' THEN
    RETURN NULL;
  END IF;
  INSERT INTO transaction_changes (sign, insert_xid, institution_id, business_date, recorded_at, type, terminal_id, currency,
                                   response_code, latency_ms, amount_minor, fee_minor, reversed_minor, original_id)
  VALUES (-1, OLD.insert_xid, OLD.institution_id, OLD.business_date, OLD.recorded_at, OLD.type, OLD.terminal_id, OLD.currency,
          OLD.response_code, OLD.latency_ms, OLD.amount_minor, OLD.fee_minor, OLD.reversed_minor, OLD.original_id);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO transaction_changes (sign, insert_xid, institution_id, business_date, recorded_at, type, terminal_id, currency,
                                     response_code, latency_ms, amount_minor, fee_minor, reversed_minor, original_id)
    VALUES (1, OLD.insert_xid, NEW.institution_id, NEW.business_date, NEW.recorded_at, NEW.type, NEW.terminal_id, NEW.currency,
            NEW.response_code, NEW.latency_ms, NEW.amount_minor, NEW.fee_minor, NEW.reversed_minor, NEW.original_id);
  END IF;
  RETURN NULL;
END $$;
