// Applications on the wire.

import { type Static, Type } from 'typebox'
import { list, oneOf } from '../../../edge/http/body/fields.ts'
import { chosen, given } from '../../../edge/http/operation.ts'
import type { ApplicationRecord } from '../../../loans/origination/applications/application-records.ts'
import type { ApplicationDetail } from '../../../loans/origination/applications/applications.ts'
import { isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import {
  DECISION,
  decision,
  RISK_SIGNALS,
  riskSignals,
  wireDecision,
  wireRiskSignals,
} from '../decisions/decision-shapes.ts'
import { applicant } from '../shapes/applicant.ts'
import { term, wireTerm } from '../shapes/terms.ts'
import { count, money, moneyOf, rate, rateOf, text, timestamp } from '../shapes/values.ts'

export const APPLICATION_STATUSES = [
  'SUBMITTED',
  'UNDER_REVIEW',
  'REFERRED',
  'APPROVED',
  'DECLINED',
  'WITHDRAWN',
  'OFFERED',
  'ACCEPTED',
  'CONVERTED',
  'EXPIRED',
] as const

const historyEntry = chosen(
  Type.Object(
    {
      event: oneOf('What happened', [
        'SUBMIT',
        'SIGNALS',
        'APPROVE',
        'DECLINE',
        'WITHDRAW',
        'REFER',
        'OFFER',
        'ACCEPT',
        'CONVERT',
        'EXPIRE',
      ]),
      status: oneOf('The status after it', [...APPLICATION_STATUSES]),
      at: timestamp('When'),
      by: text('Who'),
      resourceId: Type.Optional(text('The risk signals, decision, offer or loan of the event')),
    },
    { component: 'ApplicationHistoryEntry' },
  ),
)

const fields = {
  applicationId: text('The application'),
  productCode: given(text('The product')),
  institutionId: text("The product's institution"),
  currency: text('ISO 4217 code'),
  requestedAmount: given(money('What is asked for')),
  interestRate: given(rate('Percent per year')),
  loanTerm: term,
  applicant,
  externalReference: Type.Optional(text("The caller's own reference")),
  status: oneOf('Where it stands', [...APPLICATION_STATUSES]),
  decisionId: Type.Optional(text('The latest decision')),
  expiresAt: Type.Optional(timestamp('When the approval ends')),
  offerIds: list(text('An offer'), 'Its offers, oldest first'),
  history: chosen(Type.Array(historyEntry, { description: 'What happened to it, oldest first' })),
  version: count('Counts the changes'),
  createdAt: timestamp('When it was made'),
  updatedAt: timestamp('When it was last changed'),
  createdBy: text('Who made it: a client, or the address of an operator'),
}

export const application = chosen(Type.Object(fields, { component: 'Application' }))

export const applicationDetail = chosen(
  Type.Object(
    {
      ...fields,
      riskSignals: chosen(Type.Array(riskSignals, { description: 'Oldest first' })),
      decision: Type.Optional(decision),
    },
    { component: 'ApplicationDetail' },
  ),
)

type WireApplication = Static<typeof application>

export function wireApplication(record: ApplicationRecord): WireApplication {
  const { currency, expiresAtMs } = record
  return {
    applicationId: record.applicationId,
    productCode: record.productCode,
    institutionId: record.institutionId,
    currency,
    requestedAmount: moneyOf(record.requestedMinor, currency),
    interestRate: rateOf(record.interestRate),
    loanTerm: wireTerm(record.term),
    applicant: record.applicant as WireApplication['applicant'],
    ...(record.externalReference !== undefined && { externalReference: record.externalReference }),
    status: record.status,
    ...(record.decisionId !== undefined && { decisionId: record.decisionId }),
    ...(expiresAtMs !== undefined && { expiresAt: isoTimestamp(expiresAtMs) }),
    offerIds: [...record.offerIds],
    history: [...record.history],
    version: record.version,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    createdBy: record.createdBy,
  }
}

export function wireDetail({ application: record, riskSignals: graded, decision: decided }: ApplicationDetail) {
  return {
    ...wireApplication(record),
    riskSignals: graded.map(wireRiskSignals),
    ...(decided !== undefined && { decision: wireDecision(decided) }),
  }
}

export const NEW_APPLICATION = {
  productCode: 'PERSONAL',
  requestedAmount: 10000,
  interestRate: 9.5,
  loanTerm: { termCount: 36, termUnit: 'Months' },
  applicant: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
  externalReference: 'web-2026-000123',
}

export const APPLICATION = {
  applicationId: DECISION.applicationId,
  productCode: 'PERSONAL',
  institutionId: 'FI001',
  currency: 'USD',
  requestedAmount: 10000,
  interestRate: 9.5,
  loanTerm: { termCount: 36, termUnit: 'Months' },
  applicant: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
  externalReference: 'web-2026-000123',
  status: 'SUBMITTED',
  offerIds: [],
  history: [{ event: 'SUBMIT', status: 'SUBMITTED', at: '2026-01-15T10:00:00.000Z', by: 'sandbox-lending' }],
  version: 1,
  createdAt: '2026-01-15T10:00:00.000Z',
  updatedAt: '2026-01-15T10:00:00.000Z',
  createdBy: 'sandbox-lending',
}

export const APPLICATION_DETAIL = {
  ...APPLICATION,
  status: 'APPROVED',
  decisionId: DECISION.decisionId,
  expiresAt: DECISION.expiresAt,
  history: [
    ...APPLICATION.history,
    {
      event: 'SIGNALS',
      status: 'UNDER_REVIEW',
      at: RISK_SIGNALS.createdAt,
      by: 'sandbox-lending',
      resourceId: RISK_SIGNALS.riskSignalId,
    },
    {
      event: 'APPROVE',
      status: 'APPROVED',
      at: DECISION.createdAt,
      by: 'sandbox-lending',
      resourceId: DECISION.decisionId,
    },
  ],
  version: 3,
  updatedAt: DECISION.createdAt,
  riskSignals: [RISK_SIGNALS],
  decision: DECISION,
}
