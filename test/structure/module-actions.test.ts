// The actions that GET /modules lists are those that operations ask for.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsOf, MODULES } from '../../src/administration/access/principal/modules.ts'
import { canBreakGlass } from '../../src/edge/resource/break-glass-body.ts'
import { changeGrant } from '../../src/edge/resource/four-eyes-entries.ts'
import { DIGITAL_OPERATIONS } from '../../src/families/digital/operations.ts'
import { LENDING_OPERATIONS } from '../../src/families/lending/operations.ts'
import { ONBOARDING_OPERATIONS } from '../../src/families/onboarding/operations.ts'

/** Asked for by a part of an operation: giving a loan up. */
const IN_PARTS = [{ access: { module: 'LOAN_SERVICING', action: 'APPROVE' } }]

test('a role can be granted what some operation asks for, and no other action', () => {
  const asked = new Map<string, Set<string>>()
  for (const { access } of [...ONBOARDING_OPERATIONS, ...DIGITAL_OPERATIONS, ...LENDING_OPERATIONS, ...IN_PARTS]) {
    if (typeof access !== 'object' || !('module' in access)) continue
    for (const { moduleId } of MODULES.filter(({ moduleId }) => moduleId === access.module)) {
      const parentId = MODULES.find((module) => module.moduleId === moduleId)?.parentId
      for (const id of parentId === undefined ? [moduleId] : [moduleId, parentId]) {
        asked.set(id, (asked.get(id) ?? new Set()).add(access.action))
      }
    }
  }
  // EMERGENCY: on modules whose changes may wait, unless two people are always needed. A group above does not name it.
  for (const operation of ONBOARDING_OPERATIONS.filter(canBreakGlass)) {
    const moduleId = changeGrant(operation)?.module ?? ''
    asked.set(moduleId, (asked.get(moduleId) ?? new Set()).add('EMERGENCY'))
  }
  for (const { moduleId } of MODULES) {
    const actions = [...(asked.get(moduleId) ?? [])].toSorted()
    assert.deepEqual(
      actionsOf(moduleId).toSorted(),
      actions,
      `${moduleId}: the row of ASKED in access/principal/modules.ts`,
    )
  }
})
