-- Tables that can be distributed over several servers have no triggers (docs/decisions/0057): a writer stores what follows from its
-- change itself, and says so with `SET tillgate.writer = 'node'` on its connection. The triggers stay for nodes of the version
-- before and for statements by hand; `tillgate distribute` drops them. Only functions are replaced: no table is locked for it.

CREATE OR REPLACE FUNCTION note_new_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('tillgate.writer', true) = 'node' THEN
    RETURN NULL;
  END IF;
  INSERT INTO card_records (institution_id, pan_hash)
  SELECT institution_id, pan_hash FROM added
      ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_new_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('tillgate.writer', true) = 'node' THEN
    RETURN NULL;
  END IF;
  INSERT INTO account_records (institution_id, account_id)
  SELECT a.institution_id, a.account_id
    FROM added a JOIN institutions i ON i.institution_id = a.institution_id
   WHERE NOT (a.account_type = 'TOKENS' AND a.branch_id = '')
      ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION give_loans_their_bounds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('tillgate.writer', true) = 'node' THEN
    RETURN NEW;
  END IF;
  IF NEW.ceiling_minor IS NULL THEN
    NEW.overdraft_minor := NULL;
    NEW.ceiling_minor := 0;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION note_transaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('tillgate.writer', true) = 'node' THEN
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
