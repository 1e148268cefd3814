-- Who takes part: institutions with their settings, partners with their clients, terminals, billers, capabilities.
-- Identifiers use the "C" collation: they are compared byte by byte, which is what an index on them does fastest, and
-- every node then agrees on the order in which rows are locked.

CREATE TABLE settings (
  key   text PRIMARY KEY,
  value jsonb NOT NULL
);

CREATE TABLE institutions (
  institution_id              text COLLATE "C" PRIMARY KEY,
  name                        text NOT NULL,
  status                      text NOT NULL CHECK (status IN ('DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED', 'ACTIVE', 'SUSPENDED', 'TERMINATED')),
  base_currency               text NOT NULL,
  time_zone                   text NOT NULL,
  cutover_time                text NOT NULL DEFAULT '00:00' CHECK (cutover_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  bins                        text[] NOT NULL DEFAULT '{}',
  services                    text[] NOT NULL DEFAULT '{}',
  branches                    jsonb NOT NULL DEFAULT '[]',
  -- Limits are in minor units of the base currency; null means no limit.
  limit_per_transaction_minor bigint,
  limit_per_day_minor         bigint,
  limit_count_per_day         integer,
  max_access_fee_minor        bigint,
  hold_days                   integer NOT NULL DEFAULT 2 CHECK (hold_days >= 0),
  reversal_window_hours       integer NOT NULL DEFAULT 24 CHECK (reversal_window_hours > 0),
  reversal_force              boolean NOT NULL DEFAULT false,
  -- While this lies ahead the business day is being closed; it is set ahead of the work, so a crash cannot leave it on.
  cutover_until               timestamptz,
  closed_through              text,
  created_at                  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE core_connectivity (
  institution_id text COLLATE "C" NOT NULL REFERENCES institutions,
  environment    text NOT NULL CHECK (environment IN ('sandbox', 'qa', 'uat', 'prod')),
  core_type      text NOT NULL,
  timeout_ms     integer NOT NULL DEFAULT 10000 CHECK (timeout_ms > 0),
  PRIMARY KEY (institution_id, environment)
);

CREATE TABLE partners (
  partner_id       text COLLATE "C" PRIMARY KEY,
  name             text NOT NULL,
  operations       text[] NOT NULL,
  institution_ids  text[] NOT NULL,
  -- Off: the partner is identified by partnerId alone, without a client secret.
  client_id_policy boolean NOT NULL DEFAULT true,
  rate_per_second  integer CHECK (rate_per_second > 0),
  is_active        boolean NOT NULL DEFAULT true
);

CREATE TABLE clients (
  client_id   text COLLATE "C" PRIMARY KEY,
  partner_id  text COLLATE "C" NOT NULL REFERENCES partners,
  secret_hash text NOT NULL,
  -- Which API families the client may call.
  families    text[] NOT NULL,
  expires_at  timestamptz,
  is_active   boolean NOT NULL DEFAULT true
);

CREATE TABLE transaction_capabilities (
  code          text PRIMARY KEY CHECK (length(code) = 2),
  description   text NOT NULL,
  inquiry       boolean NOT NULL,
  withdrawal    boolean NOT NULL,
  deposit       boolean NOT NULL,
  transfer_from boolean NOT NULL,
  transfer_to   boolean NOT NULL,
  bill_payment  boolean NOT NULL,
  cardless      boolean NOT NULL
);

INSERT INTO transaction_capabilities VALUES
  ('00', 'None',                              false, false, false, false, false, false, false),
  ('01', 'Inquiry',                           true,  false, false, false, false, false, false),
  ('02', 'Inquiry and withdrawal',            true,  true,  false, false, false, false, false),
  ('03', 'Inquiry and deposit',               true,  false, true,  false, false, false, false),
  ('04', 'Inquiry, withdrawal and deposit',   true,  true,  true,  false, false, false, false),
  ('05', 'Inquiry, cash and transfers',       true,  true,  true,  true,  true,  false, false),
  ('06', 'Everything',                        true,  true,  true,  true,  true,  true,  true),
  ('07', 'Inquiry and incoming transfers',    true,  false, false, false, true,  false, false);

CREATE TABLE terminals (
  institution_id              text COLLATE "C" NOT NULL REFERENCES institutions,
  terminal_id                 text COLLATE "C" NOT NULL,
  acceptor_id                 text NOT NULL,
  kind                        text NOT NULL CHECK (kind IN ('ATM', 'TELLER', 'IVR', 'MOBILE', 'POS')),
  location                    text NOT NULL,
  branch_id                   text NOT NULL,
  services                    text[] NOT NULL,
  smallest_note_minor         bigint CHECK (smallest_note_minor > 0),
  note_currency               text,
  limit_per_transaction_minor bigint,
  limit_per_day_minor         bigint,
  limit_count_per_day         integer,
  status                      text NOT NULL CHECK (status IN ('REGISTERED', 'ACTIVE', 'INACTIVE', 'DECOMMISSIONED')),
  PRIMARY KEY (institution_id, terminal_id)
);

CREATE TABLE billers (
  institution_id text COLLATE "C" NOT NULL REFERENCES institutions,
  biller_id      text COLLATE "C" NOT NULL,
  bin            text NOT NULL,
  name           text NOT NULL,
  is_active      boolean NOT NULL DEFAULT true,
  PRIMARY KEY (institution_id, biller_id)
);

-- Every node keeps the tables above in memory and asks for this number once a second; a change of any row moves it.
CREATE TABLE directory_epoch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch    bigint NOT NULL
);
INSERT INTO directory_epoch (epoch) VALUES (1);

CREATE FUNCTION advance_directory_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE directory_epoch SET epoch = epoch + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON institutions FOR EACH STATEMENT EXECUTE FUNCTION advance_directory_epoch();
CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON core_connectivity FOR EACH STATEMENT EXECUTE FUNCTION advance_directory_epoch();
CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON partners FOR EACH STATEMENT EXECUTE FUNCTION advance_directory_epoch();
CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON clients FOR EACH STATEMENT EXECUTE FUNCTION advance_directory_epoch();
CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON transaction_capabilities FOR EACH STATEMENT EXECUTE FUNCTION advance_directory_epoch();
CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON terminals FOR EACH STATEMENT EXECUTE FUNCTION advance_directory_epoch();
CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON billers FOR EACH STATEMENT EXECUTE FUNCTION advance_directory_epoch();
