// The four ways to enter a repayment, each its own operation.

import type { FormErrors } from '@mantine/form'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { numberOf, textOf } from '../../../../kit/inputs/money-input.tsx'
import { present } from '../../../../kit/list/record-list.tsx'

export type RepaymentKind = 'full' | 'partial' | 'manual' | 'prepayment'
export type Strategy = NonNullable<api.PrepayLoanRequest['strategy']>

export const ALLOCATION_PARTS = ['penalties', 'fees', 'interest', 'principal', 'overpayment'] as const
export type AllocationValues = Record<(typeof ALLOCATION_PARTS)[number], number | string>
export const NO_ALLOCATION: AllocationValues = {
  penalties: '',
  fees: '',
  interest: '',
  principal: '',
  overpayment: '',
}

export type RepaymentValues = {
  kind: RepaymentKind
  amount: number | string
  valueDate: string
  channel: string
  accountId: string
  reference: string
  strategy: Strategy | null
  reason: string
  operatorId: string
  /** The parts are stated, in place of the rules. */
  allocate: boolean
  allocation: AllocationValues
}

/** What every one of them answers, previewed or posted. */
export interface RepaymentFigures {
  readonly amount: number
  readonly valueDate: string
  readonly allocation: api.Alloc
  readonly perInstalment: readonly api.InstalmentAlloc[]
  readonly balancesAfter: api.Balances
  readonly nextDue?: api.NextDue | null
  readonly remainingDue?: number
}

export interface PostedRepayment extends RepaymentFigures {
  readonly status: api.Txn['status']
}

export const REPAYMENT_FIELD_NAMES = {
  'paymentReference.accountId': 'accountId',
  'paymentReference.reference': 'reference',
  prepayment: 'strategy',
} as const

export function checkRepayment(values: RepaymentValues): FormErrors {
  const isManual = values.kind === 'manual'
  return present({
    amount: numberOf(values.amount) === undefined ? 'Enter an amount' : undefined,
    reason: isManual && textOf(values.reason) === undefined ? 'Say why' : undefined,
    operatorId: isManual && textOf(values.operatorId) === undefined ? 'Say who decided it' : undefined,
  })
}

export async function postRepayment(
  partnerId: string,
  loanId: string,
  values: RepaymentValues,
  businessDate: string,
  idempotencyKey: string,
): Promise<PostedRepayment> {
  const { status = 'POSTED', ...figures } = await send(partnerId, loanId, values, businessDate, { idempotencyKey })
  return { ...figures, status }
}

/** What it would pay; nothing is posted. */
export function previewRepayment(
  partnerId: string,
  loanId: string,
  values: RepaymentValues,
  businessDate: string,
): Promise<RepaymentFigures> {
  return send(partnerId, loanId, values, businessDate)
}

/** Without a key it only asks what would happen. */
async function send(
  partnerId: string,
  loanId: string,
  values: RepaymentValues,
  businessDate: string,
  options?: { readonly idempotencyKey: string },
): Promise<RepaymentFigures & { readonly status?: api.Txn['status'] }> {
  const loans = lending(partnerId)
  const amount = numberOf(values.amount) ?? 0
  const valueDate = textOf(values.valueDate)
  const reason = textOf(values.reason)
  const preview = options === undefined ? { preview: true } : {}
  switch (values.kind) {
    case 'full': {
      const payer = present({ accountId: textOf(values.accountId), reference: textOf(values.reference) })
      const body = present({
        valueDate,
        channel: textOf(values.channel),
        prepayment: values.strategy ?? undefined,
        paymentReference: Object.keys(payer).length === 0 ? undefined : payer,
      })
      return await ask(loans.repayLoan({ loanId }, { amount, ...body, ...preview }, options))
    }
    case 'partial': {
      const body = { amount, ...present({ valueDate, reason }), ...preview }
      return await ask(loans.repayLoanPartially({ loanId }, body, options))
    }
    case 'prepayment': {
      const body = { amount, ...present({ valueDate, strategy: values.strategy ?? undefined }), ...preview }
      return await ask(loans.prepayLoan({ loanId }, body, options))
    }
    case 'manual': {
      const body = {
        amount,
        valueDate: valueDate ?? businessDate,
        reason: reason ?? '',
        operatorId: values.operatorId.trim(),
        ...(values.allocate && { allocation: partsOf(values.allocation) }),
        ...preview,
      }
      return await ask(loans.repayLoanManually({ loanId }, body, options))
    }
  }
}

function partsOf(values: AllocationValues): NonNullable<api.RepayLoanManuallyRequest['allocation']> {
  return Object.fromEntries(ALLOCATION_PARTS.map((part) => [part, numberOf(values[part]) ?? 0]))
}
