// What the codes of products mean, for people.

import { choicesOf } from '../lending-words.ts'

export const APR_METHOD_WORDS = {
  REG_Z_ACTUARIAL: 'Regulation Z, actuarial',
  EU_EFFECTIVE: 'EU, effective (2008/48/EC)',
} as const
export const ACCOUNTING_WORDS = {
  CASH: 'Cash: income when it is paid',
  ACCRUAL: 'Accrual: receivables every day',
} as const

export const APR_METHODS = choicesOf(APR_METHOD_WORDS)
export const ACCOUNTINGS = choicesOf(ACCOUNTING_WORDS)
