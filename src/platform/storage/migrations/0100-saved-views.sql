-- Views of lists that users keep under a name, alone or with those of the same scope (docs/decisions/0096).

CREATE TABLE saved_views (
  id             uuid PRIMARY KEY,
  -- The scope that its owner had: nobody of another scope ever reads it, because filters name records.
  institution_id text COLLATE "C",
  sub_tenant_id  uuid,
  owner_id       uuid NOT NULL,
  -- The list of the console.
  list           text COLLATE "C" NOT NULL,
  name           text NOT NULL,
  filters        jsonb NOT NULL,
  sort           text COLLATE "C",
  is_shared      boolean NOT NULL DEFAULT false,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  created_by     text NOT NULL,
  updated_by     text NOT NULL
);
CREATE INDEX saved_views_of_owner ON saved_views (owner_id, list);
CREATE INDEX saved_views_shared ON saved_views (list, institution_id, sub_tenant_id) WHERE is_shared;
