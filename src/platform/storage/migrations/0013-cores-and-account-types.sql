-- Records that administration keeps: connections to cores, account types, and transaction capabilities.

-- An institution has any number of connections per environment; the ACTIVE one is in use, and without one no core serves
-- the institution there.
CREATE TABLE core_connections (
  id                    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  institution_id        text COLLATE "C" NOT NULL REFERENCES institutions,
  environment           text NOT NULL CHECK (environment IN ('sandbox', 'qa', 'uat', 'prod')),
  core_type             text NOT NULL,
  name                  text NOT NULL,
  base_url              text,
  host                  text,
  port                  integer CHECK (port BETWEEN 1 AND 65535),
  user_name_sealed      text,
  password_sealed       text,
  admin_password_sealed text,
  timeout_ms            integer NOT NULL DEFAULT 10000 CHECK (timeout_ms > 0),
  max_connections       integer NOT NULL DEFAULT 32 CHECK (max_connections > 0),
  breaker_failure_rate  integer NOT NULL DEFAULT 50 CHECK (breaker_failure_rate BETWEEN 1 AND 100),
  breaker_open_ms       integer NOT NULL DEFAULT 5000 CHECK (breaker_open_ms > 0),
  status                text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'TESTED', 'ACTIVE', 'INACTIVE')),
  -- The last test; all null until the first one.
  tested_at             timestamptz,
  test_status           text CHECK (test_status IN ('PASSED', 'FAILED')),
  test_latency_ms       integer,
  test_message          text,
  version               integer NOT NULL DEFAULT 1,
  created_at            timestamptz NOT NULL DEFAULT now(),
  updated_at            timestamptz NOT NULL DEFAULT now(),
  created_by            text NOT NULL DEFAULT 'system',
  updated_by            text NOT NULL DEFAULT 'system'
);
CREATE UNIQUE INDEX core_connections_active ON core_connections (institution_id, environment) WHERE status = 'ACTIVE';
CREATE INDEX core_connections_by_institution ON core_connections (institution_id, created_at);

CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON core_connections FOR EACH STATEMENT EXECUTE FUNCTION advance_directory_epoch();

-- Until now an institution without a row used the built-in bank.
INSERT INTO core_connections (institution_id, environment, core_type, name, base_url, user_name_sealed, password_sealed,
                              timeout_ms, max_connections, breaker_failure_rate, breaker_open_ms, status)
SELECT i.institution_id, e.environment, coalesce(c.core_type, 'BUILTIN'),
       CASE coalesce(c.core_type, 'BUILTIN') WHEN 'BUILTIN' THEN 'Built-in bank' WHEN 'SANDBOX' THEN 'Sandbox bank' ELSE c.core_type || ' core' END,
       c.base_url, c.user_name_sealed, c.password_sealed, coalesce(c.timeout_ms, 10000), coalesce(c.max_connections, 32),
       coalesce(c.breaker_failure_rate, 50), coalesce(c.breaker_open_ms, 5000), 'ACTIVE'
  FROM institutions i
 CROSS JOIN (VALUES ('sandbox'), ('qa'), ('uat'), ('prod')) AS e (environment)
  LEFT JOIN core_connectivity c ON c.institution_id = i.institution_id AND c.environment = e.environment;

-- Nodes of the version before read core_connectivity, and take a missing row for the built-in bank. The trigger gives them
-- the ACTIVE connection, or a type they do not know, which makes them answer 907. To be dropped, with core_connectivity,
-- once that version can no longer run beside the current one.
CREATE FUNCTION copy_active_connection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed core_connections;
BEGIN
  IF TG_OP = 'DELETE' THEN
    changed := OLD;
  ELSE
    changed := NEW;
  END IF;
  INSERT INTO core_connectivity AS c (institution_id, environment, core_type, timeout_ms, base_url, user_name_sealed,
                                      password_sealed, max_connections, breaker_failure_rate, breaker_open_ms)
  SELECT changed.institution_id, changed.environment, coalesce(a.core_type, 'NONE'), coalesce(a.timeout_ms, 10000), a.base_url,
         a.user_name_sealed, a.password_sealed, coalesce(a.max_connections, 32), coalesce(a.breaker_failure_rate, 50),
         coalesce(a.breaker_open_ms, 5000)
    FROM (VALUES (true)) AS one (row)
    LEFT JOIN core_connections a ON a.institution_id = changed.institution_id AND a.environment = changed.environment
                                AND a.status = 'ACTIVE'
  ON CONFLICT (institution_id, environment) DO UPDATE
     SET core_type = excluded.core_type, timeout_ms = excluded.timeout_ms, base_url = excluded.base_url,
         user_name_sealed = excluded.user_name_sealed, password_sealed = excluded.password_sealed,
         max_connections = excluded.max_connections, breaker_failure_rate = excluded.breaker_failure_rate,
         breaker_open_ms = excluded.breaker_open_ms
   WHERE c.* IS DISTINCT FROM excluded.*;
  RETURN NULL;
END $$;

CREATE TRIGGER active_connection_copied AFTER INSERT OR UPDATE OR DELETE ON core_connections FOR EACH ROW EXECUTE FUNCTION copy_active_connection();

-- The types of accounts that an institution offers. An account whose type has no record here is treated as one of an
-- inactive type.
CREATE TABLE account_types (
  id                     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  institution_id         text COLLATE "C" NOT NULL REFERENCES institutions,
  code                   text COLLATE "C" NOT NULL,
  -- The remote core's own name of the type, if it is another.
  core_code              text COLLATE "C",
  description            text NOT NULL,
  category               text NOT NULL CHECK (category IN ('ASSET', 'LIABILITY')),
  default_txn_capability text NOT NULL REFERENCES transaction_capabilities,
  -- The balances that family A returns: Available, Balance, PaymentDue.
  balance_types          text[] NOT NULL,
  is_active              boolean NOT NULL DEFAULT true,
  version                integer NOT NULL DEFAULT 1,
  created_at             timestamptz NOT NULL DEFAULT now(),
  updated_at             timestamptz NOT NULL DEFAULT now(),
  created_by             text NOT NULL DEFAULT 'system',
  updated_by             text NOT NULL DEFAULT 'system'
);
CREATE UNIQUE INDEX account_types_by_code ON account_types (institution_id, code);
CREATE INDEX account_types_by_capability ON account_types (default_txn_capability);

CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON account_types FOR EACH STATEMENT EXECUTE FUNCTION advance_directory_epoch();

-- Every institution gets the types of its accounts. The accounts of a remote core are not here, so an institution that
-- has one gets the usual types.
INSERT INTO account_types (institution_id, code, description, category, default_txn_capability, balance_types)
SELECT used.institution_id, used.code,
       CASE used.code WHEN 'DDA' THEN 'Checking account' WHEN 'SDA' THEN 'Savings account' WHEN 'LOAN' THEN 'Loan account'
                      WHEN 'MMA' THEN 'Money market account' WHEN 'CD' THEN 'Certificate of deposit' ELSE used.code END,
       CASE used.code WHEN 'LOAN' THEN 'ASSET' ELSE 'LIABILITY' END,
       CASE used.code WHEN 'LOAN' THEN '07' ELSE '06' END,
       CASE used.code WHEN 'LOAN' THEN ARRAY['Available', 'Balance', 'PaymentDue'] ELSE ARRAY['Available', 'Balance'] END
  FROM (SELECT institution_id, account_type AS code FROM accounts
         WHERE institution_id IN (SELECT institution_id FROM institutions)
         GROUP BY institution_id, account_type
        UNION
        SELECT institution_id, code FROM core_connectivity
         CROSS JOIN (VALUES ('DDA'), ('SDA'), ('LOAN'), ('MMA'), ('CD')) AS usual (code)
         WHERE core_type NOT IN ('BUILTIN', 'SANDBOX')) AS used;

-- Capabilities become records. Those of the first migration are part of the platform and never change.
ALTER TABLE transaction_capabilities ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;
ALTER TABLE transaction_capabilities ADD COLUMN is_system boolean NOT NULL DEFAULT false;
ALTER TABLE transaction_capabilities ADD COLUMN is_active boolean NOT NULL DEFAULT true;
ALTER TABLE transaction_capabilities ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE transaction_capabilities ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE transaction_capabilities ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE transaction_capabilities ADD COLUMN created_by text NOT NULL DEFAULT 'system';
ALTER TABLE transaction_capabilities ADD COLUMN updated_by text NOT NULL DEFAULT 'system';

UPDATE transaction_capabilities SET is_system = true;
