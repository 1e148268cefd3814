// The built-in roles. Their rows come with the schema; the viewer's grants follow the modules of this version, so they
// are updated at every start.

import type { Sql } from '../../../platform/storage/database.ts'
import { MODULES } from '../principal/modules.ts'

export const ADMINISTRATOR_ROLE_ID = '00000000-0000-7000-8000-000000000001'
export const VIEWER_ROLE_ID = '00000000-0000-7000-8000-000000000002'

/** Gives the viewer VIEW on every module and nothing else. Writes nothing when that is already so. */
export async function ensureSystemRoles(sql: Sql): Promise<void> {
  const moduleIds = MODULES.map(({ moduleId }) => moduleId)
  await sql.query(
    `DELETE FROM role_grants WHERE role_id = $1 AND NOT (action_id = 'VIEW' AND module_id = ANY ($2::text[]))`,
    [VIEWER_ROLE_ID, moduleIds],
  )
  await sql.query(
    `INSERT INTO role_grants (role_id, module_id, action_id)
     SELECT $1, unnest($2::text[]), 'VIEW'
         ON CONFLICT DO NOTHING`,
    [VIEWER_ROLE_ID, moduleIds],
  )
}
