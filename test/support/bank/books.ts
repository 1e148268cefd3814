// In-memory books and a directory, for rules that need no database.

import {
  type AccountType,
  BALANCE_TYPES,
  type Biller,
  type Capability,
  type Directory,
  type Institution,
  SERVICES,
  type Terminal,
} from '../../../src/administration/institutions/directory.ts'
import { RecordBook, type Records } from '../../../src/channels/channel/record/record-book.ts'
import type { BankAccount } from '../../../src/channels/core/builtin/books/bank-account.ts'
import { BankBatch, type BankBooks, type BankRead } from '../../../src/channels/core/builtin/books/bank-books.ts'
import type { Card } from '../../../src/channels/core/builtin/books/card.ts'
import type { Original } from '../../../src/channels/core/original.ts'
import type { Presented } from '../../../src/channels/core/presented.ts'
import { type BooksRead, WorkingBooks } from '../../../src/ledger/batch/working-books.ts'
import { HOUR_MS } from '../../../src/platform/kernel/time/clock.ts'
import type { OrderRules } from '../../../src/rules/order-rules.ts'

export const NOW_MS = Date.parse('2026-03-10T12:00:00Z')
export const TODAY = '20260310'
export const YESTERDAY = '20260309'

/** An open checking account with everything allowed and 1000.00 USD in it. */
export function account(changes: Partial<BankAccount> = {}): BankAccount {
  return {
    accountId: 'A',
    customerId: 'C1',
    accountType: 'DDA',
    description: 'Checking',
    currency: 'USD',
    status: 'OPEN',
    txnCapability: 'ALL',
    branchId: '001',
    riskFlag: null,
    balanceMinor: 100_000n,
    heldMinor: 0n,
    overdraftMinor: 0n,
    ceilingMinor: null,
    forcedMinor: 0n,
    paymentDueMinor: null,
    paymentDueOn: null,
    paymentPaidMinor: 0n,
    usage: { date: null, minor: 0n, count: 0 },
    ...changes,
  }
}

/** A loan of which 500.00 are owed. */
export function loan(changes: Partial<BankAccount> = {}): BankAccount {
  return account({
    accountId: 'L',
    accountType: 'LOAN',
    balanceMinor: -50_000n,
    overdraftMinor: null,
    ceilingMinor: 0n,
    ...changes,
  })
}

export function card(changes: Partial<Card> = {}): Card {
  const usage = { date: null, minor: 0n, count: 0 }
  return { panHash: 'HASH', status: 'ACTIVE', accountIds: ['A'], usage, ...changes }
}

/** An approved withdrawal of 100.00 from A, an hour ago, with a fee of 2.50. */
export function original(changes: Partial<Original> = {}): Original {
  return {
    transactionId: '00000000-0000-7000-8000-000000000001',
    partnerId: 'P1',
    rrn: '000000000001',
    type: 'CASHWITHDRAWAL',
    accountId: 'A',
    beneficiaryAccountId: null,
    terminalId: 'ATM1',
    amountMinor: 10_000n,
    feeMinor: 250n,
    cashMinor: 9_750n,
    currency: 'USD',
    responseCode: '000',
    authId: 'AUTH01',
    panHash: null,
    billerId: null,
    businessDate: TODAY,
    recordedAtMs: NOW_MS - HOUR_MS,
    isCancelled: false,
    isLost: false,
    reversedMinor: 0n,
    ...changes,
  }
}

interface Read extends BooksRead<BankAccount>, BankRead {
  readonly originals: readonly Original[]
  readonly tombstones: readonly { readonly partnerId: string; readonly rrn: string }[]
}

/** The bank's books and the channel's records in one. */
export function books(read: Partial<Read> = {}): BankBooks & Records {
  const { accounts = [], cards = [], terminalUsage = [], originals = [], tombstones = [], holds = [] } = read
  const records = new RecordBook({ records: new Map(), tombstones, originals })
  return {
    ...new BankBatch({ cards, terminalUsage }).with(new WorkingBooks({ accounts, holds }, NOW_MS, TODAY)),
    originalByAuthId: (accountId, authId) => records.originalByAuthId(accountId, authId),
    originalByRrn: (partnerId, rrn) => records.originalByRrn(partnerId, rrn),
    originalsByElements: (partnerId, name, elements) => records.originalsByElements(partnerId, name, elements),
    isAwaited: (message) => records.isAwaited(message),
    recentOriginals: (query) => records.recentOriginals(query),
    hasTombstone: (partnerId, rrn) => records.hasTombstone(partnerId, rrn),
    isSpent: (partnerId, rrn) => records.isSpent(partnerId, rrn),
  }
}

const EVERYTHING: Capability = {
  inquiry: true,
  withdrawal: true,
  deposit: true,
  transferFrom: true,
  transferTo: true,
  billPayment: true,
  cardless: true,
}

interface PresentedChanges {
  readonly institution?: Partial<Institution>
  readonly terminal?: Partial<Terminal>
  readonly billers?: readonly Biller[]
  /** Capabilities by code, beside ALL and NONE. */
  readonly capabilities?: Readonly<Record<string, Partial<Capability>>>
  /** Types by code, undefined for one without a record; others are active and return every balance. */
  readonly accountTypes?: Readonly<Record<string, Partial<AccountType> | undefined>>
  readonly terminalId?: string | undefined
  readonly pan?: string
  readonly panHash?: string
  readonly rules?: OrderRules
}

/** An order at terminal ATM1 of an active institution without limits. */
export function presented(changes: PresentedChanges = {}): Presented {
  const institution: Institution = {
    institutionId: 'FI',
    name: 'Test bank',
    status: 'ACTIVE',
    timeZone: 'UTC',
    cutoverTime: '00:00',
    baseCurrency: 'USD',
    services: new Set(SERVICES),
    branches: [{ id: '001', name: 'Main', address: '1 Main' }],
    limits: {},
    holdDays: 2,
    reversalWindowHours: 24,
    reversalForce: false,
    cutoverUntilMs: 0,
    coreType: 'BUILTIN',
    coreTimeoutMs: 1_000,
    ...changes.institution,
  }
  const terminal: Terminal = {
    terminalId: 'ATM1',
    kind: 'ATM',
    status: 'ACTIVE',
    branchId: '001',
    currencies: new Set(),
    services: new Set(SERVICES),
    limits: {},
    ...changes.terminal,
  }
  const types = changes.accountTypes ?? {}
  const accountType = (code: string) =>
    code in types && types[code] === undefined ? undefined : { ...typeOf(code), ...types[code] }
  const capability = (code: string): Capability | undefined => {
    if (code === 'ALL') return EVERYTHING
    const given = changes.capabilities?.[code]
    return given === undefined ? undefined : { ...NOTHING, ...given }
  }
  return {
    institution,
    directory: directoryOf(institution, terminal, changes.billers ?? [], capability, accountType),
    terminalId: 'terminalId' in changes ? changes.terminalId : 'ATM1',
    pan: changes.pan,
    panHash: changes.panHash,
    rules: changes.rules,
  }
}

function typeOf(code: string): AccountType {
  return {
    code,
    category: code === 'LOAN' ? 'ASSET' : 'LIABILITY',
    defaultTxnCapability: 'ALL',
    balanceTypes: new Set(BALANCE_TYPES),
    isActive: true,
  }
}

const NOTHING: Capability = {
  inquiry: false,
  withdrawal: false,
  deposit: false,
  transferFrom: false,
  transferTo: false,
  billPayment: false,
  cardless: false,
}

function directoryOf(
  institution: Institution,
  terminal: Terminal,
  billers: readonly Biller[],
  capability: Directory['capability'],
  accountType: (code: string) => AccountType | undefined,
): Directory {
  return {
    institution: (id) => (id === institution.institutionId ? institution : undefined),
    institutions: () => [institution],
    partner: () => undefined,
    client: () => undefined,
    terminal: (id, terminalId) =>
      id === institution.institutionId && terminalId === terminal.terminalId ? terminal : undefined,
    biller: (id, billerId) =>
      id === institution.institutionId ? billers.find((biller) => biller.billerId === billerId) : undefined,
    accountType: (id, code) => (id === institution.institutionId ? accountType(code) : undefined),
    hotCard: () => undefined,
    stop: () => undefined,
    accountTypeOfCore: (id, code) => (id === institution.institutionId ? accountType(code) : undefined),
    capability,
    reload: async () => {},
  }
}

/** What every order carries besides its own fields. */
export function asked() {
  return {
    institutionId: 'FI',
    partnerId: 'P1',
    rrn: '000000000009',
    correlationId: '00000000-0000-4000-8000-000000000000',
    receivedAtMs: NOW_MS,
    terminalId: 'ATM1',
    fingerprint: 'f',
    accountId: 'A',
    render: () => '{}',
  }
}
