// Who may decide about a change that they see, and how many changes a user may keep waiting.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { onDatabase } from '../../../test/support/machine/database.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { Grants } from '../access/principal/principal.ts'
import { HeldChange } from '../audit/change-witness.ts'
import { ChangeRequests } from './change-requests.ts'

const NOW_MS = Date.UTC(2026, 0, 15, 10)
const MOST = 100
const SHOP = newId(NOW_MS)
const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])

onDatabase('change requests', (_engine, open) => {
  let changeRequests: ChangeRequests

  before(async () => {
    const { database } = await open()
    changeRequests = new ChangeRequests({ database, clock: { now: () => NOW_MS }, secretBox })
  })

  function user(scope: Scope = {}) {
    const userId = newId(NOW_MS)
    return {
      principal: { userId, grants: Grants.all(), scope },
      actor: { userId, email: `${userId}@bank.example` },
    }
  }

  /** The owner is that of the record. */
  const request = (maker: ReturnType<typeof user>, resource: string, owner: Scope = {}) => {
    const resourceId = newId(NOW_MS)
    const change = { before: { version: 1 }, after: { version: 2 } }
    return changeRequests.request(
      maker,
      new HeldChange([{ action: `${resource}.update`, resource, resourceId, ...change, ...owner }]),
      { operation: 'Update', module: 'ROLES', action: 'UPDATE', params: {}, query: {}, recordId: resourceId },
    )
  }

  describe('a decision needs a scope that covers the record, also when everyone sees it', () => {
    const COVERED = undefined
    const UNSEEN = 'change-requests.not-found'
    const TOO_MUCH = 'change-requests.cannot-approve'
    const [BANK, OF_SHOP] = [{ institutionId: 'FI001' }, { institutionId: 'FI001', subTenantId: SHOP }]
    const ROWS: [resource: string, owner: Scope, checker: Scope, refusal: string | undefined][] = [
      ['application-property', {}, {}, COVERED],
      ['application-property', {}, BANK, TOO_MUCH],
      ['application-property', {}, OF_SHOP, UNSEEN],
      ['application-property', BANK, BANK, COVERED],
      ['application-property', BANK, { institutionId: 'FI002' }, UNSEEN],
      ['transaction-capability', {}, BANK, TOO_MUCH],
      ['role', {}, BANK, UNSEEN],
      ['role', BANK, OF_SHOP, UNSEEN],
      ['role', OF_SHOP, OF_SHOP, COVERED],
      ['role', OF_SHOP, { institutionId: 'FI001', subTenantId: newId(NOW_MS) }, UNSEEN],
    ]
    for (const [resource, owner, scope, reason] of ROWS) {
      test(`${resource} of ${named(owner)}, decided by ${named(scope)}: ${reason ?? 'covered'}`, async () => {
        const checker = user(scope)
        const id = await request(user(), resource, owner)
        const decisions = [
          () => changeRequests.open(checker.principal, id),
          () => changeRequests.reject(checker, id, undefined),
        ]
        for (const decide of decisions) {
          if (reason === undefined) await decide()
          else await assert.rejects(decide, { reason })
        }
      })
    }
  })

  test(`a user keeps ${MOST} changes waiting at most, whoever else keeps some`, async () => {
    const [busy, other] = [user(), user()]
    let last = ''
    for (let kept = 0; kept < MOST; kept++) last = await request(busy, 'role')
    await assert.rejects(request(busy, 'role'), { reason: 'change-requests.too-many', kind: 'rate-limited' })
    await request(other, 'role')
    await changeRequests.withdraw(busy, last)
    await request(busy, 'role')
    await assert.rejects(request(busy, 'role'), { reason: 'change-requests.too-many' })
  })
})

function named({ institutionId, subTenantId }: Scope): string {
  if (institutionId === undefined) return 'the platform'
  return subTenantId === undefined ? institutionId : `a sub-tenant of ${institutionId}`
}
