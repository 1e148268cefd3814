-- Administration of accounts and cards (docs/decisions/0050): what it keeps about each has a table of its own, so that neither
-- a posting nor this migration writes a row of `accounts` or `cards` for it. Both tables are filled by 0049.

CREATE TABLE account_records (
  institution_id text COLLATE "C" NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  -- Random: it tells nothing about the account.
  id             uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Counts changes by administration; postings do not count.
  version        integer NOT NULL DEFAULT 1,
  -- Why the account has its status, and the status that the reason was given for: a file may have changed it since.
  status_reason  text,
  reason_status  text,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  created_by     text NOT NULL DEFAULT 'system',
  updated_by     text NOT NULL DEFAULT 'system',
  PRIMARY KEY (institution_id, account_id)
);

CREATE TABLE card_records (
  institution_id text COLLATE "C" NOT NULL,
  pan_hash       text COLLATE "C" NOT NULL,
  id             uuid NOT NULL DEFAULT gen_random_uuid(),
  version        integer NOT NULL DEFAULT 1,
  status_reason  text,
  reason_status  text,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  created_by     text NOT NULL DEFAULT 'system',
  updated_by     text NOT NULL DEFAULT 'system',
  PRIMARY KEY (institution_id, pan_hash)
);

-- Whatever adds an account or a card adds its record: older nodes and their `load` do not know the tables. Once per statement,
-- so that a file of a million lines does not pay per line; no posting inserts into either table. Holdings of tokens and the
-- synthetic accounts of digital institutions are not accounts of administration. Cards come first, as postings write them: a
-- posting that the first lock waits for must not wait for the second.
CREATE FUNCTION note_new_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO card_records (institution_id, pan_hash)
  SELECT institution_id, pan_hash FROM added
      ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER cards_added AFTER INSERT ON cards
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_cards();

CREATE FUNCTION note_new_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_records (institution_id, account_id)
  SELECT a.institution_id, a.account_id
    FROM added a JOIN institutions i ON i.institution_id = a.institution_id
   WHERE NOT (a.account_type = 'TOKENS' AND a.branch_id = '')
      ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER accounts_added AFTER INSERT ON accounts
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_accounts();

-- The entries of each account, in order, which no index of `journals` gives. A sweep adds new journals and then, from the
-- newest to the oldest, those from before it began.
CREATE TABLE account_entries (
  institution_id text COLLATE "C" NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  -- Newer entries have higher positions. Those from before the sweep began are negative.
  position       bigint NOT NULL,
  journal_id     uuid NOT NULL,
  amount_minor   bigint NOT NULL,
  -- The balance of the account after this entry.
  balance_minor  bigint NOT NULL,
  PRIMARY KEY (institution_id, account_id, position)
);

-- Locked while entries are added. `snapshot` is that of the last sweep, `begun_with` that of the first: what it shows is history.
CREATE TABLE entry_state (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  snapshot   pg_snapshot,
  begun_with pg_snapshot,
  newest     bigint NOT NULL DEFAULT 0,
  oldest     bigint NOT NULL DEFAULT 0
);
INSERT INTO entry_state DEFAULT VALUES;

-- Institutions whose history is not complete yet, and the journal down to which it is.
CREATE TABLE entry_history (
  institution_id text COLLATE "C" PRIMARY KEY,
  down_to        uuid NOT NULL DEFAULT 'ffffffff-ffff-ffff-ffff-ffffffffffff'
);
