// The model's orders as HTTP requests of a channel.

import type { ModelOrder, Reversed } from '../property/model-bank.ts'
import { billPayment, cashDeposit, checkDeposit, transfer, withdrawal } from '../support/accounts/sandbox-requests.ts'

export interface SentOrder {
  readonly path: string
  readonly body: object
}

const BILLERS = {
  active: { institutionId: 'BILLER01', bin: '510000' },
  inactive: { institutionId: 'BILLER09', bin: '510009' },
  unknown: { institutionId: 'BILLER77', bin: '510000' },
}

export function requestOf(order: ModelOrder): SentOrder {
  const { rrn, type, accountId, amount, fee = 0n, to = '', biller = 'active', reverses } = order
  if (reverses !== undefined) return reversalOf(order, reverses)
  switch (type) {
    case 'CASHWITHDRAWAL': {
      const more = fee === 0n ? { rrn } : { rrn, accessFee: units(fee) }
      return { path: '/transactions/debits', body: withdrawal(accountId, units(amount), more) }
    }
    case 'TRANSFER':
      return { path: '/transactions/transfers', body: transfer(accountId, to, units(amount), { rrn }) }
    case 'BILLPAYMENT':
      return {
        path: '/transactions/billpayments',
        body: billPayment(accountId, units(amount), BILLERS[biller], { rrn }),
      }
    default:
      return { path: '/transactions/credits', body: depositOf(order) }
  }
}

function depositOf({ rrn, type, accountId, amount, checks = 0n, checksAvailable = 0n }: ModelOrder): object {
  if (checks === 0n) return cashDeposit(accountId, units(amount), { rrn })
  const deposit = checkDeposit(accountId, units(checks), units(checksAvailable).toFixed(2), { rrn })
  const total = { ...deposit.amount, amount: units(amount) }
  const cash = amount === checks ? {} : { cash: { amount: units(amount - checks) } }
  return { ...deposit, transaction: { ...deposit.transaction, type }, amount: total, ...cash }
}

const REVERSAL_PATHS: Readonly<Record<string, string>> = {
  CASHWITHDRAWAL: '/transactions/debits/reverse',
  TRANSFER: '/transactions/transfers/reverse',
}

function reversalOf({ rrn, type, accountId, amount, to }: ModelOrder, reverses: Reversed): SentOrder {
  const body = {
    institution: { id: 'FI001' },
    transaction: { rrn, type },
    paymentInstrument: { account: { id: accountId } },
    amount: { amount: units(amount), currencyCode: 'USD' },
    reverseInfo: {
      reasonCode: 'NOT_DISPENSED',
      amount: units(reverses.part),
      ...(reverses.authId !== undefined && { authId: reverses.authId }),
      ...(reverses.rrn !== undefined && { originalRrn: reverses.rrn }),
    },
    ...(reverses.type === 'TRANSFER' && {
      beneficiary: { institutionId: 'FI001' },
      beneficiaryInstrument: { account: { id: to } },
    }),
  }
  return { path: REVERSAL_PATHS[reverses.type] ?? '/transactions/credits/reverse', body }
}

function units(minor: bigint): number {
  return Number(minor) / 100
}
