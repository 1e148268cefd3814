// The parts of the documentation's examples: data of the sandbox, so that they can be tried.

import type { Example } from '../../../edge/http/operation.ts'

export const HEAD = { acquirerId: 'ACQ001', description: 'ATM request' }
export const DEVICE = {
  terminalId: 'ATM00001',
  terminalLoc: '1 Main Street, Springfield',
  acceptorId: 'ACC000000000001',
}
export const INSTITUTION = { id: 'FI001' }
export const CARD = { pan: '4000000000000010' }
export const CHECKING = { account: { id: '1000000001' } }
export const SAVINGS = { account: { id: '1000000002' } }
export const BRANCH = { id: '001', name: 'Main Street Branch', address: '1 Main Street, Springfield' }
export const FULL_PROFILE = {
  language: 'ENG',
  fastCashAmount: '060',
  fastCashReceipt: '2',
  withdrawalReceipt: '1',
  otherReceipt: '3',
  receiptBalance: '1',
  account: 'CHK',
}

/** Common to every request from a terminal. */
export const TERMINAL_REQUEST = { head: HEAD, deviceInfo: DEVICE, institution: INSTITUTION }

export function balancesExample(available: number, balance = available) {
  return [
    { type: 'Available', amount: available, currencyCode: 'USD' },
    { type: 'Balance', amount: balance, currencyCode: 'USD' },
  ]
}

export function example(name: string, summary: string, value: unknown): Example {
  return { name, summary, value }
}
