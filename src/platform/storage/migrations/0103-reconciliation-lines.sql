-- The lines of a file while it is compared. Kept apart from the differences: they are removed once that is done.
CREATE TABLE reconciliation_lines (
  institution_id text COLLATE "C" NOT NULL,
  upload_id      uuid NOT NULL,
  -- The line of the file, and the place in it: a line of a statement can hold several entries.
  line           integer NOT NULL,
  part           integer NOT NULL,
  partner_id     text COLLATE "C" NOT NULL,
  rrn            text COLLATE "C" NOT NULL,
  is_credit      boolean NOT NULL,
  currency       text COLLATE "C" NOT NULL,
  amount_minor   bigint NOT NULL CHECK (amount_minor > 0),
  account_id     text COLLATE "C",
  type           text COLLATE "C",
  terminal_id    text COLLATE "C",
  PRIMARY KEY (institution_id, upload_id, line, part)
);

-- What a comparison has found besides lines that match.
CREATE TABLE reconciliation_differences (
  institution_id    text COLLATE "C" NOT NULL,
  reconciliation_id uuid NOT NULL,
  seq               bigint NOT NULL,
  -- OTHER_DATE: it matches an order of the day before or after. DUPLICATE: a line that the file has already.
  kind              text COLLATE "C" NOT NULL
                    CHECK (kind IN ('MISSING_HERE', 'MISSING_THERE', 'DIFFERENT', 'DUPLICATE', 'OTHER_DATE')),
  line              integer,
  partner_id        text COLLATE "C" NOT NULL,
  -- As the source knows it.
  rrn               text COLLATE "C" NOT NULL,
  is_credit         boolean NOT NULL,
  currency          text COLLATE "C" NOT NULL,
  their_minor       bigint,
  our_minor         bigint,
  -- The order it is about: MISSING_HERE has one that was declined here, or that the line reverses.
  transaction_id    uuid,
  our_rrn           text COLLATE "C",
  our_date          text COLLATE "C",
  account_id        text COLLATE "C",
  type              text COLLATE "C",
  terminal_id       text COLLATE "C",
  exception_id      uuid,
  PRIMARY KEY (institution_id, reconciliation_id, seq)
);
