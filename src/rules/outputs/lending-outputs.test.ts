import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RuleOutput } from '../values.ts'
import { type RiskAssessment, riskAssessmentIn } from './lending-outputs.ts'
import { RuleOutputError } from './order-outputs.ts'

describe('the assessment of an application', () => {
  const ROWS: [title: string, output: RuleOutput | undefined, expected: RiskAssessment][] = [
    [
      'is that of the only row',
      { riskGrade: 'B', recommendation: 'APPROVE', reasons: [] },
      { riskGrade: 'B', recommendation: 'APPROVE', reasons: [] },
    ],
    [
      'takes the strictest recommendation, the worst grade and every reason once',
      [
        { riskGrade: 'A', recommendation: 'APPROVE', reasons: [] },
        { riskGrade: 'E', recommendation: 'REFER', reasons: ['X', 'Y'] },
        { recommendation: 'DECLINE', reasons: ['Y', 'Z'] },
      ],
      { riskGrade: 'E', recommendation: 'DECLINE', reasons: ['X', 'Y', 'Z'] },
    ],
    [
      'is a referral when no row matches',
      undefined,
      { riskGrade: 'UNRATED', recommendation: 'REFER', reasons: ['NO_RULE_MATCHED'] },
    ],
    [
      'is a referral when no row matches and all are collected',
      [],
      { riskGrade: 'UNRATED', recommendation: 'REFER', reasons: ['NO_RULE_MATCHED'] },
    ],
    [
      'is a referral when a row grades and recommends nothing',
      { riskGrade: 'A', reasons: ['GOOD'] },
      { riskGrade: 'UNRATED', recommendation: 'REFER', reasons: ['GOOD', 'NO_RULE_MATCHED'] },
    ],
    [
      'takes one reason that is no list',
      { recommendation: 'REFER', reasons: 'X' },
      { riskGrade: 'UNRATED', recommendation: 'REFER', reasons: ['X'] },
    ],
  ]
  for (const [title, output, expected] of ROWS) {
    test(title, () => assert.deepEqual(riskAssessmentIn(output), expected))
  }

  for (const output of [
    { recommendation: 'approve' },
    { recommendation: true },
    { recommendation: 'REFER', riskGrade: 1 },
    { recommendation: 'REFER', reasons: [1] },
    { recommendation: 'REFER', reasons: ['a sentence'] },
  ]) {
    test(`is not read from ${JSON.stringify(output)}`, () => {
      assert.throws(() => riskAssessmentIn(output), RuleOutputError)
    })
  }
})
