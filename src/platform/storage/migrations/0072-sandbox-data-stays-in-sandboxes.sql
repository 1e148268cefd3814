-- Refuses the sandbox's data in a database that is marked as another environment's (docs/decisions/0070). This version refuses before;
-- nodes and commands of earlier versions do not know the mark. They begin by writing this row, also when they empty the tables.

CREATE FUNCTION refuse_sandbox_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM settings WHERE key = 'environment' AND value <> to_jsonb('sandbox'::text)) THEN
    RAISE EXCEPTION 'DATABASE_URL: the database belongs to another environment than the sandbox';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER sandbox_data_refused BEFORE INSERT ON settings
  FOR EACH ROW WHEN (NEW.key = 'sandbox') EXECUTE FUNCTION refuse_sandbox_data();
