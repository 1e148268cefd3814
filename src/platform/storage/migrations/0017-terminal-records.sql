-- Terminals become records that people keep. Rows that exist get an id; older nodes go on reading the table.

ALTER TABLE terminals ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();

ALTER TABLE terminals ADD COLUMN version integer NOT NULL DEFAULT 1;

ALTER TABLE terminals ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();

ALTER TABLE terminals ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();

ALTER TABLE terminals ADD COLUMN created_by text NOT NULL DEFAULT 'system';

ALTER TABLE terminals ADD COLUMN updated_by text NOT NULL DEFAULT 'system';

-- The currencies that the terminal pays out and takes in cash. Empty: any.
ALTER TABLE terminals ADD COLUMN currencies text[] NOT NULL DEFAULT '{}';

-- True: the terminal offers what its institution offers. `services` then holds a copy for nodes that do not know this column.
ALTER TABLE terminals ADD COLUMN inherits_services boolean NOT NULL DEFAULT false;

-- Uses the index transactions_by_terminal. The planner expects a match early in the table and would scan all of it for a
-- terminal without transactions, so other plans are switched off. Ids hold no blanks.
CREATE FUNCTION terminal_has_transactions(institution text, terminal text) RETURNS boolean
  LANGUAGE sql STABLE SET enable_seqscan = off SET enable_indexscan = off
AS $$
  SELECT EXISTS (SELECT FROM transactions WHERE institution_id || ' ' || terminal_id = institution || ' ' || terminal)
$$;
