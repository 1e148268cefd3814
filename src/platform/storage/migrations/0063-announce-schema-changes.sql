-- Topic schema, without a payload: a node reads which migrations there are, instead of asking every second.
CREATE FUNCTION announce_schema_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tillgate_changes', 'schema:');
  RETURN NULL;
END $$;

CREATE TRIGGER schema_changed AFTER INSERT OR UPDATE ON schema_migrations FOR EACH STATEMENT EXECUTE FUNCTION announce_schema_change();
