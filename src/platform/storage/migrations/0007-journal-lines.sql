-- A journal becomes one row that holds its own lines. It cannot be there without them, they cannot be there without it,
-- and a posting writes one row and one key where it wrote three. `entries` stays as the way to read them.

DO $$
BEGIN
  IF EXISTS (SELECT FROM entries e
              WHERE NOT EXISTS (SELECT FROM journals j
                                 WHERE j.institution_id = e.institution_id AND j.journal_id = e.journal_id)) THEN
    RAISE EXCEPTION 'there are entries without a journal; tillgate verify of the version before this one names them';
  END IF;
END
$$;

ALTER TABLE journals
  -- The lines, in order: the letter of the book (C customer, G general ledger), account, currency and amount of each.
  -- Positive credits, negative debits; they sum to zero per currency.
  ADD COLUMN books         text,
  ADD COLUMN accounts      text[],
  ADD COLUMN currencies    text[],
  ADD COLUMN amounts_minor bigint[];

UPDATE journals AS j
   SET books = e.books, accounts = e.accounts, currencies = e.currencies, amounts_minor = e.amounts_minor
  FROM (SELECT institution_id, journal_id,
               string_agg(book, '' ORDER BY line) AS books,
               array_agg(account ORDER BY line) AS accounts,
               array_agg(currency ORDER BY line) AS currencies,
               array_agg(amount_minor ORDER BY line) AS amounts_minor
          FROM entries
         GROUP BY institution_id, journal_id) AS e
 WHERE e.institution_id = j.institution_id AND e.journal_id = j.journal_id;

ALTER TABLE journals
  ALTER COLUMN books         SET NOT NULL,
  ALTER COLUMN accounts      SET NOT NULL,
  ALTER COLUMN currencies    SET NOT NULL,
  ALTER COLUMN amounts_minor SET NOT NULL,
  ADD CONSTRAINT two_lines_or_more CHECK (cardinality(accounts) >= 2),
  ADD CONSTRAINT lines_are_whole CHECK (length(books) = cardinality(accounts) AND cardinality(currencies) = cardinality(accounts)
                                        AND cardinality(amounts_minor) = cardinality(accounts)),
  ADD CONSTRAINT known_books CHECK (translate(books, 'CG', '') = ''),
  ADD CONSTRAINT every_line_moves CHECK (0 <> ALL (amounts_minor));

DROP TABLE entries;

CREATE VIEW entries AS
SELECT j.institution_id, j.journal_id, l.line, l.book, l.account COLLATE "C" AS account, l.currency, l.amount_minor
  FROM journals AS j
 CROSS JOIN LATERAL unnest(string_to_array(j.books, NULL), j.accounts, j.currencies, j.amounts_minor)
       WITH ORDINALITY AS l (book, account, currency, amount_minor, line);
