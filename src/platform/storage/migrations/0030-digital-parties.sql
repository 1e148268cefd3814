-- Digital banking: institutions, users and digital asset accounts that partners have onboarded, and the references of
-- requests that make or change them. `book_id` is the institution_id of the books that an institution's tokens are kept in: the
-- institution of family A that it names, or, without one, its own id.
-- tillgate: oldest-node 0029

CREATE TABLE digital_institutions (
  institution_id     uuid PRIMARY KEY,
  book_id            text COLLATE "C" NOT NULL,
  partner_id         text COLLATE "C" NOT NULL,
  name               text NOT NULL,
  country            text NOT NULL,
  currencies         text[] NOT NULL,
  bic                text COLLATE "C",
  lei                text COLLATE "C",
  -- An institution of family A.
  external_id        text COLLATE "C" REFERENCES institutions,
  state              text NOT NULL CHECK (state IN ('PENDING_REVIEW', 'ACTIVE', 'SUSPENDED', 'REJECTED', 'OFFBOARDED')),
  -- The ledger below, fixed by the first account.
  ledger             text CHECK (ledger IN ('builtin', 'simulated')),
  -- Words of its name, for search: lower case, without accents.
  search_words       text[] NOT NULL,
  status_reason      text,
  transaction_ref    text COLLATE "C" NOT NULL,
  channel_type       text NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  created_by         text NOT NULL,
  updated_by         text NOT NULL
);

-- What names an institution is unique until it is rejected or offboarded. A BIC of eight characters is the one with XXX.
CREATE UNIQUE INDEX digital_institutions_by_bic ON digital_institutions (left(bic || 'XXX', 11))
  WHERE bic IS NOT NULL AND state NOT IN ('REJECTED', 'OFFBOARDED');
CREATE UNIQUE INDEX digital_institutions_by_lei ON digital_institutions (lei)
  WHERE lei IS NOT NULL AND state NOT IN ('REJECTED', 'OFFBOARDED');
CREATE UNIQUE INDEX digital_institutions_by_external_id ON digital_institutions (external_id)
  WHERE external_id IS NOT NULL AND state NOT IN ('REJECTED', 'OFFBOARDED');
CREATE INDEX digital_institutions_of_partner ON digital_institutions (partner_id, created_at DESC, institution_id DESC);
CREATE INDEX digital_institutions_newest ON digital_institutions (created_at DESC, institution_id DESC);

CREATE TABLE digital_users (
  user_id            uuid PRIMARY KEY,
  institution_id     uuid NOT NULL REFERENCES digital_institutions,
  partner_id         text COLLATE "C" NOT NULL,
  user_type          text NOT NULL CHECK (user_type IN ('INDIVIDUAL', 'BUSINESS')),
  first_name         text,
  last_name          text,
  legal_name         text,
  external_id        text COLLATE "C",
  email              text,
  phone              text,
  country            text,
  kyc                jsonb,
  state              text NOT NULL CHECK (state IN ('PENDING_VERIFICATION', 'ACTIVE', 'SUSPENDED', 'REJECTED', 'CLOSED')),
  search_words       text[] NOT NULL,
  status_reason      text,
  transaction_ref    text COLLATE "C" NOT NULL,
  channel_type       text NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  created_by         text NOT NULL,
  updated_by         text NOT NULL
);

CREATE UNIQUE INDEX digital_users_by_external_id ON digital_users (institution_id, external_id)
  WHERE external_id IS NOT NULL AND state NOT IN ('REJECTED', 'CLOSED');
CREATE INDEX digital_users_of_partner ON digital_users (partner_id, created_at DESC, user_id DESC);
-- For search: what finds few of a million, newest first. With the partner, pages and counts need no rows of the table.
CREATE INDEX digital_users_of_institution ON digital_users (institution_id, created_at DESC, user_id DESC) INCLUDE (partner_id);
CREATE INDEX digital_users_by_state ON digital_users (partner_id, state, created_at DESC, user_id DESC);
CREATE INDEX digital_users_updated ON digital_users (partner_id, updated_at);

-- Part of the books: keyed by book first. The holding itself is the row of `accounts` with the same id.
CREATE TABLE digital_accounts (
  book_id            text COLLATE "C" NOT NULL,
  account_id         uuid NOT NULL,
  institution_id     uuid NOT NULL,
  user_id            uuid NOT NULL,
  partner_id         text COLLATE "C" NOT NULL,
  currency           text NOT NULL,
  label              text,
  is_default         boolean NOT NULL DEFAULT false,
  linked_account_id  text COLLATE "C" NOT NULL,
  linked_type        text,
  state              text NOT NULL CHECK (state IN ('PROVISIONING', 'ACTIVE', 'FROZEN', 'CLOSED', 'FAILED')),
  -- Only for FROZEN: NO_DEBIT, NO_CREDIT.
  restrictions       text[] NOT NULL DEFAULT '{}',
  search_words       text[] NOT NULL,
  status_reason      text,
  outcome_code       text,
  outcome_iso        text,
  transaction_ref    text COLLATE "C" NOT NULL,
  channel_type       text NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  created_by         text NOT NULL,
  updated_by         text NOT NULL,
  PRIMARY KEY (book_id, account_id)
);

CREATE UNIQUE INDEX digital_accounts_by_id ON digital_accounts (account_id);
-- One default per partner and currency.
CREATE UNIQUE INDEX digital_accounts_default ON digital_accounts (partner_id, currency)
  WHERE is_default AND state NOT IN ('CLOSED', 'FAILED');
CREATE INDEX digital_accounts_of_partner ON digital_accounts (partner_id, created_at DESC, account_id DESC);
-- The account that a redemption means when it names none.
CREATE INDEX digital_accounts_active ON digital_accounts (partner_id, currency, account_id) WHERE state = 'ACTIVE';
CREATE INDEX digital_accounts_of_user ON digital_accounts (user_id);
-- For search, as of users.
CREATE INDEX digital_accounts_of_institution ON digital_accounts (institution_id, created_at DESC, account_id DESC) INCLUDE (partner_id);
CREATE INDEX digital_accounts_by_state ON digital_accounts (partner_id, state, created_at DESC, account_id DESC);
CREATE INDEX digital_accounts_by_currency ON digital_accounts (partner_id, currency, created_at DESC, account_id DESC);
CREATE INDEX digital_accounts_updated ON digital_accounts (partner_id, updated_at);
CREATE INDEX digital_accounts_provisioning ON digital_accounts (account_id) WHERE state = 'PROVISIONING';

-- References of requests that change no money: (partner, type, reference) stands for its content for good. A row commits with
-- what its request did. Deposits, redemptions and transfers keep theirs in token_movements.
CREATE TABLE digital_references (
  partner_id       text COLLATE "C" NOT NULL,
  transaction_type text COLLATE "C" NOT NULL,
  ref              text COLLATE "C" NOT NULL,
  -- SHA-256 of the path and of the known fields of the body.
  content          bytea NOT NULL,
  resource_id      uuid NOT NULL,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (partner_id, transaction_type, ref)
);

-- Application properties can name a digital institution too, by its id of 36 characters; ids of family A have at most 35. The
-- generated column keeps what the foreign key kept: an institution of family A that has properties cannot be deleted.
-- contract: no statement depends on the foreign key of institution_id itself; the one of the new column takes its place.
ALTER TABLE application_properties ADD COLUMN bank_institution_id text COLLATE "C"
  GENERATED ALWAYS AS (CASE WHEN length(institution_id) <= 35 THEN institution_id END) STORED REFERENCES institutions;
ALTER TABLE application_properties DROP CONSTRAINT application_properties_institution_id_fkey;
