// Commands act without a user: they check no rights, because anyone who can run them has the master key and the database.
// The audit log records them as `cli`.

import type { Caller } from '../access/principal/caller.ts'
import { Grants } from '../access/principal/principal.ts'

export const CLI: Caller = { principal: { grants: Grants.all(), scope: {} }, actor: { userId: 'cli' } }
