-- What an institution lends: products, and the rates that it quotes for them. Amounts are decimals in major units, because a
-- product can be offered in several currencies. Loans copy what they need, so a change of a product changes no loan.

CREATE TABLE loan_products (
  id                    uuid PRIMARY KEY,
  institution_id        text COLLATE "C" NOT NULL REFERENCES institutions,
  -- Unique on the platform: an application names the product alone.
  product_code          text COLLATE "C" NOT NULL,
  name                  text NOT NULL,
  description           text NOT NULL DEFAULT '',
  -- The first one is used when an application names none.
  currencies            text[] NOT NULL CHECK (cardinality(currencies) > 0),
  min_amount            numeric NOT NULL CHECK (min_amount > 0),
  max_amount            numeric NOT NULL,
  min_term_count        integer NOT NULL CHECK (min_term_count > 0),
  min_term_unit         text NOT NULL,
  max_term_count        integer NOT NULL,
  max_term_unit         text NOT NULL,
  -- Percent per year.
  min_rate              numeric NOT NULL CHECK (min_rate >= 0),
  max_rate              numeric NOT NULL,
  default_rate          numeric NOT NULL,
  -- Only what differs from the defaults of every product; amounts as decimal text.
  terms                 jsonb NOT NULL DEFAULT '{}',
  charge_off_days       integer NOT NULL CHECK (charge_off_days > 0),
  buckets               jsonb NOT NULL,
  fee_cap_percent       numeric NOT NULL CHECK (fee_cap_percent >= 0),
  overpayment_allowed   boolean NOT NULL,
  risk_signals_required boolean NOT NULL,
  apr_method            text NOT NULL,
  accounting            text NOT NULL,
  is_active             boolean NOT NULL DEFAULT true,
  version               integer NOT NULL DEFAULT 1,
  created_at            timestamptz NOT NULL,
  updated_at            timestamptz NOT NULL,
  created_by            text NOT NULL DEFAULT 'system',
  updated_by            text NOT NULL DEFAULT 'system',
  CONSTRAINT loan_products_by_code UNIQUE (product_code),
  CONSTRAINT amounts_are_a_range CHECK (min_amount <= max_amount),
  CONSTRAINT rates_are_a_range CHECK (min_rate <= max_rate AND default_rate BETWEEN min_rate AND max_rate)
);
CREATE INDEX loan_products_by_institution ON loan_products (institution_id, product_code);

CREATE TABLE loan_rates (
  id             uuid PRIMARY KEY,
  -- The institution of the product.
  institution_id text COLLATE "C" NOT NULL REFERENCES institutions,
  product_code   text COLLATE "C" NOT NULL REFERENCES loan_products (product_code),
  -- Percent per year; of an indexed rate, index and spread together.
  nominal_rate   numeric NOT NULL CHECK (nominal_rate >= 0),
  type           text NOT NULL,
  index_name     text,
  spread         numeric,
  effective_from date NOT NULL,
  -- The last day; null: until further notice.
  effective_to   date,
  -- Amounts, terms and risk grades that it is quoted for; none: all.
  bands          jsonb NOT NULL DEFAULT '[]',
  is_active      boolean NOT NULL DEFAULT true,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  created_by     text NOT NULL DEFAULT 'system',
  updated_by     text NOT NULL DEFAULT 'system',
  CONSTRAINT effective_dates_are_a_range CHECK (effective_from <= effective_to)
);
CREATE INDEX loan_rates_by_product ON loan_rates (product_code, effective_from);
CREATE INDEX loan_rates_by_institution ON loan_rates (institution_id, product_code);

-- Topic loan-products, without a payload: a node reads products and rates again.
CREATE FUNCTION announce_loan_product_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tillgate_changes', 'loan-products:');
  RETURN NULL;
END $$;

CREATE TRIGGER loan_product_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON loan_products FOR EACH STATEMENT EXECUTE FUNCTION announce_loan_product_change();
CREATE TRIGGER loan_rate_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON loan_rates FOR EACH STATEMENT EXECUTE FUNCTION announce_loan_product_change();
