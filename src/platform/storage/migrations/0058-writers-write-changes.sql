-- Tables that can be distributed over several servers have no triggers (docs/decisions/0057): a writer stores what follows from its
-- change itself. Records of accounts and cards are added by both, once. Changes of transactions would be counted twice: a batch of
-- postings says `tillgate.writer = 'node'` for its transaction, and the trigger then leaves them to it. The triggers stay for nodes of the
-- version before and for statements by hand; `tillgate distribute` drops them. Only a function is replaced: no table is locked for it.

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
