-- Loan products and rates need grants on the module LOAN_PRODUCTS; versions up to 0034 asked for CONFIG. Roles that could
-- administer them still can. They keep their grants on CONFIG, which the nodes of those versions go on asking for.

WITH granted AS (
  INSERT INTO role_grants (role_id, module_id, action_id)
  SELECT g.role_id, 'LOAN_PRODUCTS', g.action_id
    FROM role_grants g JOIN roles r USING (role_id)
   WHERE g.module_id = 'CONFIG'
     AND g.action_id IN ('VIEW', 'CREATE', 'UPDATE', 'DELETE', 'ACTIVATE')
     -- The grants of system roles follow the modules in code; see access/roles/system-roles.ts.
     AND NOT r.is_system
      ON CONFLICT DO NOTHING
  RETURNING role_id
)
-- A new version: a user who read the role before and saves it now would remove the grants again.
UPDATE roles SET version = version + 1, updated_at = now(), updated_by = 'system'
 WHERE role_id IN (SELECT role_id FROM granted);
