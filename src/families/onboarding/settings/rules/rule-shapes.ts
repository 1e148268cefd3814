// Rules on the wire. Their files belong to the platform, so every user who may see rules sees all of them.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { timestamp } from '../../../../edge/resource/record-shapes.ts'
import { Problem } from '../../../../platform/kernel/problems/problem.ts'
import { isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import type { RuleState } from '../../../../rules/rule-book.ts'
import { RULE_NAMES, type RuleName } from '../../../../rules/rule-names.ts'
import type { OnboardingAsk } from '../../onboarding-operation.ts'

const fields = {
  name: chosen(Type.Enum([...RULE_NAMES], { description: 'The rules; their file is `<name>.json`' })),
  state: chosen(
    Type.Enum(['ACTIVE', 'FAILED', 'OFF'], {
      description:
        '`OFF`: there is no file. `FAILED`: there is one that cannot be used, and no earlier rules are active',
    }),
  ),
  loadedAt: chosen(Type.Union([timestamp('When the active rules were read by the node that answers'), Type.Null()])),
  error: Type.Optional(
    chosen(
      Type.String({ description: 'Why the file could not be used when it was last read. Earlier rules stay active' }),
    ),
  ),
}

export const rule = Type.Object(fields, { component: 'Rule' })

export const ruleWithTable = Type.Object(
  {
    ...fields,
    content: chosen(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
        description: 'The decision table as it runs, in the JSON Decision Model of GoRules; null when none runs',
      }),
    ),
  },
  { component: 'RuleWithTable' },
)

export function ruleReply({ name, state, loadedAt, error }: RuleState): Static<typeof rule> {
  return {
    name,
    state,
    loadedAt: loadedAt === undefined ? null : isoTimestamp(loadedAt),
    ...(error !== undefined && { error }),
  }
}

/** The rules that the path names. */
export function ruleNameIn({ call }: OnboardingAsk): RuleName {
  const found = RULE_NAMES.find((name) => name === call.params.name)
  if (found === undefined) throw new Problem('not-found', 'there are no rules of this name')
  return found
}

export const RULE = { name: 'limits', state: 'ACTIVE', loadedAt: '2026-01-15T10:00:00.000Z' }
