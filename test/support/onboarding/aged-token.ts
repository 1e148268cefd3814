// Access tokens as they would look after some time: the same claims, signed with the gateway's own key at an earlier
// time. Needs PostgreSQL, because a second process opens the store.

import { decodeJwt } from 'jose'
import { AccessTokens, type TokenSubject } from '../../../src/administration/access/keys/access-tokens.ts'
import { KeyRing } from '../../../src/administration/access/keys/key-ring.ts'
import { readConfig } from '../../../src/app/config/config.ts'
import { loadMasterKeys } from '../../../src/app/config/master-key.ts'
import { SecretBox } from '../../../src/platform/kernel/secrets/secrets.ts'
import { systemClock } from '../../../src/platform/kernel/time/clock.ts'
import { openPostgres } from '../../../src/platform/storage/open-database.ts'
import type { Store } from '../gateways/gateway.ts'

export async function agedToken(store: Store, token: string, ageMs: number): Promise<string> {
  const { sub, email, role, sid } = decodeJwt(token) as unknown as TokenSubject
  const database = openPostgres(store.env.DATABASE_URL ?? '', { connections: 2 })
  try {
    const secretBox = new SecretBox(loadMasterKeys(readConfig(store.env)))
    const keyRing = await KeyRing.open({ database, secretBox, clock: systemClock })
    const late = new AccessTokens({ keyRing, clock: { now: () => systemClock.now() - ageMs } })
    return (await late.sign({ sub, email, role, sid })).token
  } finally {
    await database.close()
  }
}
