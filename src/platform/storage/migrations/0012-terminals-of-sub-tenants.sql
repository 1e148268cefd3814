-- A terminal may belong to a sub-tenant. Its users see the sub-tenant's terminals, and what was done at them.

ALTER TABLE terminals ADD COLUMN sub_tenant_id uuid REFERENCES sub_tenants;
