-- tillgate: no-transaction
--
-- Finds accounts and cards. Postings change no column of these indexes, so that their updates stay on the page.

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS account_records_by_id ON account_records (id);

-- The order of a list over all institutions; the primary key is that of one.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS account_records_by_account ON account_records (account_id, institution_id);

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS card_records_by_id ON card_records (id);

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS card_records_of_institution ON card_records (institution_id, id);

CREATE INDEX CONCURRENTLY IF NOT EXISTS cards_by_customer ON cards (customer_id);

CREATE INDEX CONCURRENTLY IF NOT EXISTS cards_by_last_digits ON cards (right(masked_pan, 4));

CREATE INDEX CONCURRENTLY IF NOT EXISTS cards_by_account ON cards USING gin (account_ids);

-- An account is not closed while a digital account pays into it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS digital_accounts_by_link ON digital_accounts (linked_account_id);

ANALYZE account_records;

ANALYZE card_records;
