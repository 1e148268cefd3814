-- The bounds of a balance become data: `overdraft_minor` is the lower one (null: none), `ceiling_minor` the upper one. Until
-- now the type LOAN stood for both.

ALTER TABLE accounts ADD COLUMN ceiling_minor bigint;

ALTER TABLE accounts ALTER COLUMN overdraft_minor DROP NOT NULL;

UPDATE accounts SET overdraft_minor = NULL, ceiling_minor = 0 WHERE account_type = 'LOAN';

ALTER TABLE accounts ADD CONSTRAINT never_above_ceiling CHECK (ceiling_minor IS NULL OR balance_minor <= ceiling_minor);

-- A node of the version before still opens loans without bounds while nodes are upgraded one by one. To be dropped with
-- loan_never_overpaid, once no such node can be left.
CREATE FUNCTION give_loans_their_bounds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.ceiling_minor IS NULL THEN
    NEW.overdraft_minor := NULL;
    NEW.ceiling_minor := 0;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER give_loans_their_bounds BEFORE INSERT ON accounts
  FOR EACH ROW WHEN (NEW.account_type = 'LOAN') EXECUTE FUNCTION give_loans_their_bounds();
