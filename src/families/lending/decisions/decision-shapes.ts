// Risk signals and decisions on the wire.

import { type Static, Type } from 'typebox'
import { instant, line, list, name, oneOf } from '../../../edge/http/body/fields.ts'
import { isPlainText } from '../../../edge/http/body/plain-text.ts'
import { chosen } from '../../../edge/http/operation.ts'
import type { RiskSignalRecord } from '../../../loans/origination/applications/risk-signals.ts'
import type { DecisionRecord } from '../../../loans/origination/decision-records.ts'
import { tellsCardNumber } from '../../../platform/kernel/identifiers/pan.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import { term, wireTerm } from '../shapes/terms.ts'
import { code, count, money, moneyOf, rate, rateOf, text, timestamp } from '../shapes/values.ts'

export const DECISION_KINDS = ['APPROVE', 'DECLINE', 'REFER'] as const

const MAX_VALUE_LENGTH = 255

const signalValue = chosen(
  Type.Refine(
    Type.Union([Type.Number(), Type.Boolean(), Type.String()], {
      description: 'A number, a flag or a text, as its type has it',
      expected: `must be a number, a boolean, or a text of 1 to ${MAX_VALUE_LENGTH} characters without control characters and card numbers`,
    }),
    (value) => typeof value !== 'string' || isSignalText(value),
  ),
)

function isSignalText(value: string): boolean {
  return value !== '' && value.length <= MAX_VALUE_LENGTH && isPlainText(value) && !tellsCardNumber(value)
}

export const signal = chosen(
  Type.Object(
    {
      type: code(
        'CREDIT_SCORE, MONTHLY_INCOME, ANNUAL_INCOME, MONTHLY_DEBT, DELINQUENCIES (numbers from 0), BANKRUPTCY, ' +
          'FRAUD_ALERT, IDENTITY_VERIFIED (flags), or one of your own for your own table',
      ),
      value: signalValue,
      provider: Type.Optional(name('Who reports it')),
      observedAt: Type.Optional(instant('When it was observed')),
    },
    { component: 'Signal' },
  ),
)

const applicationStatus = text('The status of the application now')

export const riskSignals = chosen(
  Type.Object(
    {
      riskSignalId: text('These signals'),
      applicationId: text('The application'),
      signals: list(signal, 'As they were sent'),
      riskGrade: text('A is the best, letters that come later are worse; UNRATED when the table gives none'),
      dti: Type.Optional(chosen(Type.Number({ description: 'Monthly debt as a share of monthly income' }))),
      recommendation: oneOf('What the table recommends', [...DECISION_KINDS]),
      reasons: list(text('A reason'), 'Why'),
      applicationStatus,
      createdAt: timestamp('When they were recorded'),
      createdBy: text('Who recorded them'),
    },
    { component: 'RiskSignals' },
  ),
)

export function wireRiskSignals(record: RiskSignalRecord): Static<typeof riskSignals> {
  return {
    riskSignalId: record.riskSignalId,
    applicationId: record.applicationId,
    signals: record.signals as Static<typeof signal>[],
    riskGrade: record.riskGrade,
    ...(record.dti !== undefined && { dti: record.dti }),
    recommendation: record.recommendation,
    reasons: [...record.reasons],
    applicationStatus: record.applicationStatus,
    createdAt: record.createdAt,
    createdBy: record.createdBy,
  }
}

export const decision = chosen(
  Type.Object(
    {
      decisionId: text('The decision'),
      applicationId: text('The application'),
      decision: oneOf('What was decided', [...DECISION_KINDS]),
      status: oneOf('Where it stands', ['RECORDED', 'SUPERSEDED', 'EXPIRED', 'CONSUMED']),
      reasonCodes: list(code('A reason'), 'Why'),
      approvedAmount: Type.Optional(money('What may be lent at most')),
      approvedRate: Type.Optional(rate('Percent per year')),
      approvedTerm: Type.Optional(term),
      conditions: list(line('A condition', 255), 'What the approval depends on'),
      expiresAt: Type.Optional(timestamp('When the approval ends')),
      decidedBy: text('Who decided'),
      supersedes: Type.Optional(text('The referral before it')),
      applicationStatus,
      version: count('Counts the changes'),
      createdAt: timestamp('When it was recorded'),
      updatedAt: timestamp('When it was last changed'),
      createdBy: text('Who recorded it'),
    },
    { component: 'Decision' },
  ),
)

export function wireDecision(record: DecisionRecord): Static<typeof decision> {
  const { approval, currency } = record
  return {
    decisionId: record.decisionId,
    applicationId: record.applicationId,
    decision: record.decision,
    status: record.status,
    reasonCodes: [...record.reasonCodes],
    ...(approval !== undefined && {
      approvedAmount: moneyOf(approval.approvedMinor, currency),
      approvedRate: rateOf(approval.approvedRate),
      approvedTerm: wireTerm(approval.approvedTerm),
      expiresAt: isoTimestamp(approval.expiresAtMs),
    }),
    conditions: [...record.conditions],
    decidedBy: record.decidedBy,
    ...(record.supersedes !== undefined && { supersedes: record.supersedes }),
    applicationStatus: record.applicationStatus,
    version: record.version,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    createdBy: record.createdBy,
  }
}

const APPLICATION_ID = '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e55'

export const RISK_SIGNALS = {
  riskSignalId: '0197f3a0-5a11-7000-8a2b-6f1d0c9e7b42',
  applicationId: APPLICATION_ID,
  signals: [
    { type: 'CREDIT_SCORE', value: 742, provider: 'Bureau One', observedAt: '2026-01-15T09:58:00.000Z' },
    { type: 'MONTHLY_INCOME', value: 5200 },
    { type: 'MONTHLY_DEBT', value: 1300 },
  ],
  riskGrade: 'A',
  dti: 0.25,
  recommendation: 'APPROVE',
  reasons: [],
  applicationStatus: 'UNDER_REVIEW',
  createdAt: '2026-01-15T10:01:00.000Z',
  createdBy: 'sandbox-lending',
}

export const DECISION = {
  decisionId: '0197f3a0-5a12-7000-9c4d-1e8a3b5f7d90',
  applicationId: APPLICATION_ID,
  decision: 'APPROVE',
  status: 'RECORDED',
  reasonCodes: [],
  approvedAmount: 10000,
  approvedRate: 9.5,
  approvedTerm: { termCount: 36, termUnit: 'Months' },
  conditions: ['Proof of income'],
  expiresAt: '2026-02-14T10:02:00.000Z',
  decidedBy: 'underwriter-7',
  applicationStatus: 'APPROVED',
  version: 1,
  createdAt: '2026-01-15T10:02:00.000Z',
  updatedAt: '2026-01-15T10:02:00.000Z',
  createdBy: 'sandbox-lending',
}
