-- Nodes keep parts of the database in memory. Every change of those parts is announced on the channel tillgate_changes as
-- '<topic>:<payload>' (src/platform/storage/broadcast). Triggers do it, so that changes made by older nodes are announced too.

-- Topic access: a session, a user, a role, or everything. The channel access_changed is what version 0.1.0 listens to; stop
-- notifying it once that version can no longer run beside the current one.
CREATE OR REPLACE FUNCTION announce_access_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    changed := 'all';
  ELSIF TG_TABLE_NAME = 'sessions' THEN
    changed := 'session:' || OLD.session_id;
  ELSIF TG_TABLE_NAME = 'users' THEN
    changed := 'user:' || OLD.user_id;
  ELSIF TG_TABLE_NAME = 'roles' OR TG_OP = 'DELETE' THEN
    changed := 'role:' || OLD.role_id;
  ELSE
    changed := 'role:' || NEW.role_id;
  END IF;
  PERFORM pg_notify('tillgate_changes', 'access:' || changed);
  PERFORM pg_notify('access_changed', changed);
  RETURN NULL;
END $$;

-- Topic directory, without a payload: a node reads the whole directory again.
CREATE FUNCTION announce_directory_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tillgate_changes', 'directory:');
  RETURN NULL;
END $$;

CREATE TRIGGER directory_epoch_moved AFTER UPDATE ON directory_epoch FOR EACH STATEMENT EXECUTE FUNCTION announce_directory_change();

-- Topic settings: the key of the setting, or nothing when all were removed.
CREATE FUNCTION announce_setting_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM pg_notify('tillgate_changes', 'settings:');
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM pg_notify('tillgate_changes', 'settings:' || OLD.key);
  ELSE
    PERFORM pg_notify('tillgate_changes', 'settings:' || NEW.key);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER setting_changed AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW EXECUTE FUNCTION announce_setting_change();
CREATE TRIGGER settings_truncated AFTER TRUNCATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION announce_setting_change();
