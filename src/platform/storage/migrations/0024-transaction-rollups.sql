-- Sums of transactions per institution, business date and hour, for the dashboard and the totals of a business day
-- (docs/decisions/0035). A sweep adds new transactions and changes of old ones; nothing of it is written while posting,
-- but for the two triggers below, which fire for reversed and settled orders only.

-- The transaction id (64 bits) of the statement that inserted the row. A sweep takes the rows that are visible now and were
-- not in the snapshot of the sweep before: commits out of order are neither missed nor counted twice. Null on older rows.
ALTER TABLE transactions ADD COLUMN insert_xid bigint;

-- pg_current_xact_id() is stable, so COPY still inserts in bulk. Older nodes fill the column without knowing it.
ALTER TABLE transactions ALTER COLUMN insert_xid SET DEFAULT pg_current_xact_id()::text::bigint;

-- What a row was (sign -1) and what it became (sign 1) when it changed after its insertion; emptied by the sweep.
CREATE TABLE transaction_changes (
  change_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sign           smallint NOT NULL CHECK (sign IN (-1, 1)),
  insert_xid     bigint,
  institution_id text COLLATE "C" NOT NULL,
  business_date  text NOT NULL,
  recorded_at    timestamptz NOT NULL,
  type           text NOT NULL,
  terminal_id    text,
  currency       text NOT NULL,
  response_code  text NOT NULL,
  latency_ms     integer NOT NULL,
  amount_minor   bigint NOT NULL,
  fee_minor      bigint NOT NULL,
  reversed_minor bigint NOT NULL,
  original_id    uuid
);

CREATE FUNCTION note_transaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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

CREATE TRIGGER transaction_changed AFTER UPDATE ON transactions FOR EACH ROW
  WHEN ((OLD.response_code, OLD.reversed_minor, OLD.amount_minor, OLD.fee_minor, OLD.currency, OLD.type, OLD.terminal_id,
         OLD.business_date, OLD.recorded_at, OLD.latency_ms, OLD.original_id)
        IS DISTINCT FROM
        (NEW.response_code, NEW.reversed_minor, NEW.amount_minor, NEW.fee_minor, NEW.currency, NEW.type, NEW.terminal_id,
         NEW.business_date, NEW.recorded_at, NEW.latency_ms, NEW.original_id))
  EXECUTE FUNCTION note_transaction_change();
CREATE TRIGGER transaction_deleted AFTER DELETE ON transactions FOR EACH ROW EXECUTE FUNCTION note_transaction_change();

-- The snapshot of the last sweep. Null: nothing is counted yet. Locked by sweeps and rebuilds.
CREATE TABLE rollup_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  snapshot pg_snapshot
);
INSERT INTO rollup_state (snapshot) VALUES (NULL);

-- Days to be counted from the start: those from before the rollups, and all after a restore.
CREATE TABLE rollup_rebuilds (
  institution_id text COLLATE "C" NOT NULL,
  business_date  text COLLATE "C" NOT NULL,
  PRIMARY KEY (institution_id, business_date)
);

-- Institution '*' is the sum of all. Granularity H has a row per hour (UTC), D one per day, whose hour is -infinity.
-- Sums are numeric, because no limit on single amounts keeps the sum of millions within a bigint.
CREATE TABLE transaction_rollups (
  institution_id text COLLATE "C" NOT NULL,
  granularity    text COLLATE "C" NOT NULL CHECK (granularity IN ('D', 'H')),
  business_date  text COLLATE "C" NOT NULL,
  hour           timestamptz NOT NULL,
  is_reversal    boolean NOT NULL,
  response_code  text COLLATE "C" NOT NULL,
  currency       text COLLATE "C" NOT NULL,
  count          bigint NOT NULL,
  amount_minor   numeric NOT NULL,
  reversed_minor numeric NOT NULL,
  PRIMARY KEY (institution_id, granularity, business_date, hour, is_reversal, response_code, currency)
) WITH (fillfactor = 70);

-- How many transactions took how long. The buckets are those of src/oversight/transactions/rollups/latency-buckets.ts.
CREATE TABLE latency_rollups (
  institution_id text COLLATE "C" NOT NULL,
  granularity    text COLLATE "C" NOT NULL CHECK (granularity IN ('D', 'H')),
  business_date  text COLLATE "C" NOT NULL,
  hour           timestamptz NOT NULL,
  bucket         smallint NOT NULL,
  count          bigint NOT NULL,
  PRIMARY KEY (institution_id, granularity, business_date, hour, bucket)
) WITH (fillfactor = 70);

-- What was posted at a terminal on a business date. Terminal '' stands for transactions that name none.
CREATE TABLE terminal_totals (
  institution_id    text COLLATE "C" NOT NULL,
  business_date     text COLLATE "C" NOT NULL,
  terminal_id       text COLLATE "C" NOT NULL,
  currency          text COLLATE "C" NOT NULL,
  withdrawals_count bigint NOT NULL,
  withdrawals_minor numeric NOT NULL,
  deposits_count    bigint NOT NULL,
  deposits_minor    numeric NOT NULL,
  fees_count        bigint NOT NULL,
  fees_minor        numeric NOT NULL,
  reversals_count   bigint NOT NULL,
  reversals_minor   numeric NOT NULL,
  PRIMARY KEY (institution_id, business_date, terminal_id, currency)
) WITH (fillfactor = 70);

-- End of day: the first business date of an institution, and which node closes its days at present.
CREATE TABLE business_calendars (
  institution_id text COLLATE "C" PRIMARY KEY,
  first_date     text NOT NULL,
  -- A node that dies keeps the lease until it expires; the next one then takes over.
  lease_holder   uuid,
  lease_until    timestamptz
);
