-- Institutions, billers and sub-tenants become records of administration. `institutions.name` is the display name.

ALTER TABLE institutions ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE institutions ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE institutions ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE institutions ADD COLUMN created_by text NOT NULL DEFAULT 'system';
ALTER TABLE institutions ADD COLUMN updated_by text NOT NULL DEFAULT 'system';
-- Who created it or changed its fields last, and who submitted it: neither of them may approve it.
ALTER TABLE institutions ADD COLUMN edited_by text;
ALTER TABLE institutions ADD COLUMN submitted_by text;
-- Why it was rejected, suspended or terminated.
ALTER TABLE institutions ADD COLUMN status_reason text;
-- Null: the display name.
ALTER TABLE institutions ADD COLUMN legal_name text;
ALTER TABLE institutions ADD COLUMN type text NOT NULL DEFAULT 'BANK' CHECK (type IN ('BANK', 'CREDIT_UNION', 'MFI', 'FINTECH'));
ALTER TABLE institutions ADD COLUMN country_code text NOT NULL DEFAULT 'US';
-- The currencies of its accounts; null: the base currency alone.
ALTER TABLE institutions ADD COLUMN currencies text[];
ALTER TABLE institutions ADD COLUMN swift_bic text;
ALTER TABLE institutions ADD COLUMN routing_numbers text[] NOT NULL DEFAULT '{}';
ALTER TABLE institutions ADD COLUMN acquirer_ids text[] NOT NULL DEFAULT '{}';
ALTER TABLE institutions ADD COLUMN address jsonb;
ALTER TABLE institutions ADD COLUMN contacts jsonb NOT NULL DEFAULT '[]';

-- The first two letters of most currency codes are the country. Of the euro and of shared currencies they are none.
UPDATE institutions
   SET updated_at = created_at,
       legal_name = name,
       country_code = CASE WHEN base_currency ~ '^(EUR|ANG|X..)$' THEN country_code ELSE left(base_currency, 2) END,
       -- An account in another currency that was ever posted to has left its currency in the general ledger.
       currencies = (SELECT array_agg(DISTINCT currency ORDER BY currency)
                       FROM (SELECT base_currency AS currency
                             UNION SELECT t.currency FROM general_ledger_totals t WHERE t.institution_id = institutions.institution_id
                             UNION SELECT d.currency FROM general_ledger_deltas d WHERE d.institution_id = institutions.institution_id) c);

ALTER TABLE billers ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE billers ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE billers ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE billers ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE billers ADD COLUMN created_by text NOT NULL DEFAULT 'system';
ALTER TABLE billers ADD COLUMN updated_by text NOT NULL DEFAULT 'system';

ALTER TABLE sub_tenants ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE sub_tenants ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE sub_tenants ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE sub_tenants ADD COLUMN created_by text NOT NULL DEFAULT 'system';
ALTER TABLE sub_tenants ADD COLUMN updated_by text NOT NULL DEFAULT 'system';

-- The status and the modules of a sub-tenant decide what its users' sessions may do, so they are part of topic access.
-- Nodes that do not know the kind `tenant` drop all sessions from their caches.
CREATE FUNCTION announce_sub_tenant_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM pg_notify('tillgate_changes', 'access:all');
    PERFORM pg_notify('access_changed', 'all');
  ELSE
    PERFORM pg_notify('tillgate_changes', 'access:tenant:' || OLD.sub_tenant_id);
    PERFORM pg_notify('access_changed', 'all');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER sub_tenant_changed AFTER UPDATE OF status, allowed_modules OR DELETE ON sub_tenants FOR EACH ROW EXECUTE FUNCTION announce_sub_tenant_change();
CREATE TRIGGER sub_tenants_truncated AFTER TRUNCATE ON sub_tenants FOR EACH STATEMENT EXECUTE FUNCTION announce_sub_tenant_change();
