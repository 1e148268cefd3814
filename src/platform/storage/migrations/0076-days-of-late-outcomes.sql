-- The business date whose totals and file a transaction counts in, when that is not its own: a core told its outcome after its own day
-- had been closed (docs/decisions/0074).
ALTER TABLE transactions ADD COLUMN counted_on text;
ALTER TABLE transaction_changes ADD COLUMN counted_on text;

CREATE OR REPLACE FUNCTION note_transaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('tillgate.writer', true) = 'node'
     OR TG_OP = 'DELETE' AND current_setting('tillgate.archiving', true) = 'on' THEN
    RETURN NULL;
  END IF;
  INSERT INTO transaction_changes (sign, insert_xid, institution_id, business_date, recorded_at, type, terminal_id, currency,
                                   response_code, latency_ms, amount_minor, fee_minor, reversed_minor, original_id, counted_on)
  VALUES (-1, OLD.insert_xid, OLD.institution_id, OLD.business_date, OLD.recorded_at, OLD.type, OLD.terminal_id, OLD.currency,
          OLD.response_code, OLD.latency_ms, OLD.amount_minor, OLD.fee_minor, OLD.reversed_minor, OLD.original_id, OLD.counted_on);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO transaction_changes (sign, insert_xid, institution_id, business_date, recorded_at, type, terminal_id, currency,
                                     response_code, latency_ms, amount_minor, fee_minor, reversed_minor, original_id, counted_on)
    VALUES (1, OLD.insert_xid, NEW.institution_id, NEW.business_date, NEW.recorded_at, NEW.type, NEW.terminal_id, NEW.currency,
            NEW.response_code, NEW.latency_ms, NEW.amount_minor, NEW.fee_minor, NEW.reversed_minor, NEW.original_id, NEW.counted_on);
  END IF;
  RETURN NULL;
END $$;
