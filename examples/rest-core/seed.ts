// The accounts, cards and billers of this bank. All of it is made up. A real core reads these from its own tables.

import type { Account, Card, Institution } from './types.ts'

/** What may be done with an account, by the code that lookups show. */
export const CAPABILITIES: Readonly<Record<string, readonly Capability[]>> = {
  '00': [],
  '01': ['inquiry'],
  '06': ['inquiry', 'withdrawal', 'deposit', 'transferFrom', 'transferTo', 'billPayment', 'cardless'],
  '07': ['inquiry', 'transferTo'],
}

export type Capability =
  | 'inquiry'
  | 'withdrawal'
  | 'deposit'
  | 'transferFrom'
  | 'transferTo'
  | 'billPayment'
  | 'cardless'

type Extras = Partial<Pick<Account, 'currency' | 'capability' | 'status' | 'riskFlag' | 'instalment'>>

function account(
  customerId: string,
  id: string,
  type: Account['type'],
  balanceMinor: number,
  description: string,
  extras: Extras = {},
): Account {
  const usual = { currency: 'USD', status: 'OPEN', capability: '06', paidMinor: 0, holds: [] } as const
  return { id, customerId, type, description, balanceMinor, ...usual, ...extras, holds: [] }
}

const FIRST_BANK: readonly Account[] = [
  account('CUST0001', '1000000001', 'DDA', 250_000, 'Everyday checking'),
  account('CUST0001', '1000000002', 'SDA', 1_000_000, 'Savings'),
  account('CUST0001', '1000000003', 'LOAN', -745_000, 'Car loan', {
    capability: '07',
    instalment: { amountMinor: 21_533, dueDate: '20270101' },
  }),
  account('CUST0002', '1000000004', 'DDA', 4_000, 'Everyday checking'),
  account('CUST0002', '1000000005', 'SDA', 150_000, 'Locked savings', { capability: '01' }),
  account('CUST0003', '1000000006', 'DDA', 500_000, 'Yen checking', { currency: 'JPY' }),
  account('CUST0003', '1000000007', 'DDA', 1_000_000, 'Dinar checking', { currency: 'KWD' }),
  account('CUST0004', '1000000008', 'DDA', 10_000, 'Everyday checking'),
  account('CUST0005', '1000000182', 'DDA', 50_000, 'Frozen checking', { status: 'FROZEN' }),
  account('CUST0005', '1000000183', 'DDA', 0, 'Closed checking', { status: 'CLOSED' }),
  account('CUST9000', '9000000100', 'DDA', 10_000_000, 'Not to be honoured', { riskFlag: 'DO_NOT_HONOUR' }),
  account('CUST9000', '9000000102', 'DDA', 10_000_000, 'Under suspicion', { riskFlag: 'SUSPECTED_FRAUD' }),
]

function card(id: string, pan: string, customerId: string, status: Card['status'] = 'ACTIVE'): Card {
  return { id, pan, customerId, status }
}

const FIRST_BANK_CARDS: readonly Card[] = [
  card('card-1', '4000000000000010', 'CUST0001'),
  card('card-2', '4000000000000028', 'CUST0002'),
  card('card-3', '4000000000000036', 'CUST0003'),
  card('card-4', '4000000000000044', 'CUST0004', 'BLOCKED'),
  card('card-5', '4000000000000051', 'CUST0004', 'EXPIRED'),
  card('card-6', '4000000000000069', 'CUST0004', 'LOST'),
  card('card-7', '4000000000000077', 'CUST0004', 'STOLEN'),
  card('card-8', '4000000000000085', 'CUST0004', 'NOT_ACTIVE'),
]

const FIRST_PLAIN_ACCOUNT = 5_000_000_001

/** The institutions as they are before the first order. */
export function seed(plainAccounts: number): ReadonlyMap<string, Institution> {
  const plain = Array.from({ length: plainAccounts }, (_, n) => {
    const id = String(FIRST_PLAIN_ACCOUNT + n)
    return account(`BULK${id}`, id, 'DDA', 10_000_000, 'Plain checking')
  })
  const institutions: Institution[] = [
    {
      id: 'FI001',
      baseCurrency: 'USD',
      branch: { id: '001', name: 'Main Street Branch', address: '1 Main Street, Springfield' },
      holdDays: 2,
      limits: { perTransactionMinor: 500_000, perDayMinor: 1_000_000, countPerDay: 20, accessFeeMinor: 1_000 },
      accounts: byId([...FIRST_BANK.map(copy), ...plain]),
      cards: FIRST_BANK_CARDS,
      billers: [
        { id: 'BILLER01', bin: '510000', isActive: true },
        { id: 'BILLER02', bin: '510001', isActive: true },
        { id: 'BILLER09', bin: '510009', isActive: false },
      ],
      notes: new Map([
        ['ATM00001', 500],
        ['ATM00009', 500],
      ]),
    },
    {
      id: 'FI002',
      baseCurrency: 'USD',
      branch: { id: '101', name: 'Harbor Branch', address: '5 Harbor Road, Springfield' },
      holdDays: 2,
      accounts: byId([account('CUST0101', '2000000001', 'DDA', 80_000, 'Share draft'), ...plain.map(copy)]),
      cards: [card('card-1', '4000010000000019', 'CUST0101')],
      billers: [],
      notes: new Map([['ATM00101', 500]]),
    },
    {
      id: 'FI003',
      baseCurrency: 'USD',
      branch: { id: '201', name: 'Kestrel Branch', address: '9 Hill Street, Springfield' },
      holdDays: 2,
      accounts: byId([account('CUST0201', '3000000001', 'DDA', 50_000, 'Everyday checking')]),
      cards: [card('card-1', '4000020000000018', 'CUST0201')],
      billers: [],
      notes: new Map([['ATM00201', 500]]),
    },
  ]
  return new Map(institutions.map((institution) => [institution.id, institution]))
}

/** Accounts change; every bank starts with its own. */
function copy(original: Account): Account {
  return { ...original, holds: [] }
}

function byId(accounts: readonly Account[]): Map<string, Account> {
  return new Map(accounts.map((one) => [one.id, one]))
}
