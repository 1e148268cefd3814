-- Application properties: settings per environment, application ('*': all) and institution (null: all), with their history.
-- The value of a secret property is sealed, in its history too.

CREATE TABLE application_properties (
  id             uuid PRIMARY KEY,
  environment    text NOT NULL CHECK (environment IN ('sandbox', 'qa', 'uat', 'prod')),
  application    text COLLATE "C" NOT NULL,
  institution_id text COLLATE "C" REFERENCES institutions,
  key            text COLLATE "C" NOT NULL,
  value          text,
  value_sealed   text,
  value_type     text NOT NULL CHECK (value_type IN ('STRING', 'INT', 'DECIMAL', 'BOOLEAN', 'JSON', 'DURATION')),
  is_secret      boolean NOT NULL,
  description    text NOT NULL,
  is_active      boolean NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  created_by     text NOT NULL,
  updated_by     text NOT NULL,
  CONSTRAINT application_properties_unique UNIQUE NULLS NOT DISTINCT (environment, application, institution_id, key),
  CONSTRAINT secrets_are_sealed CHECK ((value IS NULL) = is_secret AND (value_sealed IS NOT NULL) = is_secret)
);

CREATE TABLE application_property_versions (
  property_id  uuid NOT NULL REFERENCES application_properties ON DELETE CASCADE,
  version      integer NOT NULL,
  value        text,
  value_sealed text,
  value_type   text NOT NULL,
  description  text NOT NULL,
  is_active    boolean NOT NULL,
  updated_at   timestamptz NOT NULL,
  updated_by   text NOT NULL,
  PRIMARY KEY (property_id, version)
);

-- Topic properties, without a payload: a node reads those that it uses again.
CREATE FUNCTION announce_property_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tillgate_changes', 'properties:');
  RETURN NULL;
END $$;

CREATE TRIGGER property_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON application_properties FOR EACH STATEMENT EXECUTE FUNCTION announce_property_change();
