// Calls of a ledger with a set of one, for tests that look at one thing at a time.

import type {
  AccountReadiness,
  DigitalLedger,
  LedgerAccount,
  LedgerBalance,
  LedgerOp,
  OpStatus,
} from '../digital-ledger.ts'

export async function submitOne(ledger: DigitalLedger, op: LedgerOp): Promise<OpStatus> {
  return only(await ledger.submit([op]))
}

export async function opOf(ledger: DigitalLedger, opId: string): Promise<OpStatus | null> {
  return only(await ledger.getOps([opId]))
}

export async function balanceOf(
  ledger: DigitalLedger,
  account: LedgerAccount,
  at: 'FINAL' | 'LATEST' = 'FINAL',
): Promise<LedgerBalance> {
  return only(await ledger.balances([account], at))
}

export async function ensureOne(ledger: DigitalLedger, account: LedgerAccount): Promise<AccountReadiness> {
  return only(await ledger.ensureAccounts([account]))
}

function only<T>(answers: readonly T[]): T {
  if (answers.length !== 1) throw new Error(`a set of one has ${answers.length} answers`)
  return answers[0] as T
}
