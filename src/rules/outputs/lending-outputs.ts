// What the rules for lending answer, read from the output of their table. With hit policy collect every row that matches
// counts: the strictest recommendation, the worst grade and all reasons.

import type { RuleOutput, RuleRecord } from '../values.ts'
import { RuleOutputError } from './order-outputs.ts'

/** From the mildest to the strictest. */
const RECOMMENDATIONS = ['APPROVE', 'REFER', 'DECLINE'] as const
export type Recommendation = (typeof RECOMMENDATIONS)[number]

export interface RiskAssessment {
  /** A is the best; letters that come later are worse. */
  readonly riskGrade: string
  readonly recommendation: Recommendation
  readonly reasons: readonly string[]
}

/** A table that says nothing approves nothing. */
const UNDECIDED: RiskAssessment = { riskGrade: 'UNRATED', recommendation: 'REFER', reasons: ['NO_RULE_MATCHED'] }

const GRADE = /^[A-Z][A-Z0-9+-]{0,9}$/
const REASON = /^[A-Z][A-Z0-9_]{0,34}$/

/** @throws RuleOutputError when a row cannot be read */
export function riskAssessmentIn(output: RuleOutput | undefined): RiskAssessment {
  const rows = (output === undefined ? [] : Array.isArray(output) ? output : [output]) as readonly RuleRecord[]
  const recommendation = RECOMMENDATIONS.findLast((one) => rows.some((row) => recommendationOf(row) === one))
  const reasons = [...new Set(rows.flatMap(reasonsOf))]
  const riskGrade = rows.flatMap(gradeOf).sort().at(-1)
  if (recommendation === undefined) return { ...UNDECIDED, reasons: [...reasons, ...UNDECIDED.reasons] }
  return { riskGrade: riskGrade ?? UNDECIDED.riskGrade, recommendation, reasons }
}

function recommendationOf({ recommendation }: RuleRecord): Recommendation | undefined {
  if (recommendation === undefined || recommendation === null) return undefined
  const known = RECOMMENDATIONS.find((one) => one === recommendation)
  if (known === undefined) throw new RuleOutputError('recommendation is not APPROVE, REFER or DECLINE')
  return known
}

function gradeOf({ riskGrade }: RuleRecord): string[] {
  if (riskGrade === undefined || riskGrade === null) return []
  if (typeof riskGrade !== 'string' || !GRADE.test(riskGrade)) {
    throw new RuleOutputError('riskGrade is not a letter, or a short text of capitals and digits')
  }
  return [riskGrade]
}

function reasonsOf({ reasons }: RuleRecord): string[] {
  if (reasons === undefined || reasons === null) return []
  const list: readonly unknown[] = Array.isArray(reasons) ? reasons : [reasons]
  return list.map((reason) => {
    if (typeof reason !== 'string' || !REASON.test(reason)) {
      throw new RuleOutputError('reasons is not a list of words in capitals')
    }
    return reason
  })
}
