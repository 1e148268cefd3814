// Inputs to begin with: one click fills the form.

import type { RuleName } from './rule-words.ts'
import type { Typed } from './try-out-fields.ts'

export interface Example {
  readonly title: string
  readonly typed: Typed
}

const WITHDRAWAL: Typed = {
  type: 'CASHWITHDRAWAL',
  amount: '100',
  accessFee: '2.5',
  currencyCode: 'USD',
  'terminal.kind': 'POS',
  'terminal.id': 'POS00001',
  institutionId: 'FI001',
  partnerId: 'PARTNER01',
  localTime: '2026-01-15 14:05:00',
  'usedToday.amount': '0',
  'usedToday.count': '0',
}

const APPLICATION: Typed = {
  productCode: 'PERSONAL',
  currency: 'USD',
  requestedAmount: '10000',
  interestRate: '9.9',
  termMonths: '36',
  score: '750',
  monthlyIncome: '5000',
  monthlyDebt: '1500',
  dti: '0.3',
}

const AT_ATM: Example = {
  title: 'A withdrawal at an ATM',
  typed: { ...WITHDRAWAL, 'terminal.kind': 'ATM', 'terminal.id': 'ATM00001' },
}

const order = (title: string, change: Typed): Example => ({ title, typed: { ...WITHDRAWAL, ...change } })
const loan = (title: string, change: Typed): Example => ({ title, typed: { ...APPLICATION, ...change } })

export const EXAMPLES: Readonly<Record<RuleName, readonly [Example, ...Example[]]>> = {
  limits: [
    order('Cash at a point of sale', {}),
    order('A transfer at a point of sale', { type: 'TRANSFER', amount: '4000' }),
    AT_ATM,
  ],
  velocity: [
    order('Small withdrawals in a row', { amount: '5', 'usedToday.count': '10', 'usedToday.amount': '50' }),
    order('A large withdrawal after others', { amount: '1000', 'usedToday.count': '2', 'usedToday.amount': '3000' }),
    order('The first of the day', {}),
  ],
  fees: [order('A small amount', { amount: '99.99' }), order('A larger amount', { amount: '250' }), AT_ATM],
  fraud: [
    order('A large amount at night', { amount: '1500', localTime: '2026-01-15 02:30:00' }),
    order('Much without a card', { type: 'CARDLESSWITHDRAWAL', amount: '1200' }),
    order('Nothing suspicious', {}),
  ],
  'lending-decision': [
    loan('A good applicant', {}),
    loan('A fair score and much debt', { score: '650', monthlyDebt: '2400', dti: '0.48' }),
    loan('A bankruptcy', { 'signals.BANKRUPTCY': 'true' }),
    loan('Nothing is known', { score: '', monthlyIncome: '', monthlyDebt: '', dti: '' }),
  ],
}
