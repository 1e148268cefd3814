// The sandbox's synthetic accounts and cards, and the accounts that fail on purpose. No person or card is real. Amounts are
// decimals in the account's currency.

import { SANDBOX_CURRENCY } from './sandbox-data.ts'

/** What a scenario account makes happen; scenario-channel.ts says how. Risk flags are ordinary data of an account. */
export type Scenario = 'CORE_FAULT' | 'CORE_DOWN' | 'ANSWERS_TOO_LATE' | 'LOST_BEFORE_CORE' | 'CUTOVER'

export interface SandboxAccount {
  readonly institutionId: string
  readonly accountId: string
  readonly customerId: string
  readonly accountType: 'DDA' | 'SDA' | 'LOAN'
  readonly description: string
  readonly currency: string
  /** Negative for loans: what the customer owes. */
  readonly balance: string
  readonly txnCapability: string
  readonly status?: 'FROZEN' | 'CLOSED'
  readonly riskFlag?: 'DO_NOT_HONOUR' | 'SUSPECTED_FRAUD'
  /** Loans: due on the first of the month after seeding. */
  readonly paymentDue?: string
  readonly scenario?: Scenario
}

type AccountExtras = Partial<
  Pick<SandboxAccount, 'currency' | 'txnCapability' | 'status' | 'riskFlag' | 'paymentDue' | 'scenario'>
>

/** An account with every capability, unless its row says otherwise. */
function account(
  institutionId: string,
  customerId: string,
  accountId: string,
  accountType: SandboxAccount['accountType'],
  balance: string,
  description: string,
  extras: AccountExtras = {},
): SandboxAccount {
  const usual = { currency: SANDBOX_CURRENCY, txnCapability: '06' }
  return { institutionId, customerId, accountId, accountType, balance, description, ...usual, ...extras }
}

function scenarioAccount(accountId: string, description: string, extras: AccountExtras): SandboxAccount {
  return account('FI001', 'CUST9000', accountId, 'DDA', '100000.00', description, extras)
}

const INQUIRY_ONLY = { txnCapability: '01' }
const INCOMING_ONLY = { txnCapability: '07' }

export const ACCOUNTS: readonly SandboxAccount[] = [
  account('FI001', 'CUST0001', '1000000001', 'DDA', '2500.00', 'Everyday checking'),
  account('FI001', 'CUST0001', '1000000002', 'SDA', '10000.00', 'Savings'),
  account('FI001', 'CUST0001', '1000000003', 'LOAN', '-7450.00', 'Car loan', {
    ...INCOMING_ONLY,
    paymentDue: '215.33',
  }),
  account('FI001', 'CUST0002', '1000000004', 'DDA', '40.00', 'Everyday checking'),
  account('FI001', 'CUST0002', '1000000005', 'SDA', '1500.00', 'Locked savings', INQUIRY_ONLY),
  account('FI001', 'CUST0003', '1000000006', 'DDA', '500000', 'Yen checking', { currency: 'JPY' }),
  account('FI001', 'CUST0003', '1000000007', 'DDA', '1000.000', 'Dinar checking', { currency: 'KWD' }),
  account('FI001', 'CUST0004', '1000000008', 'DDA', '100.00', 'Everyday checking'),
  account('FI001', 'CUST0005', '1000000182', 'DDA', '500.00', 'Frozen checking', { status: 'FROZEN' }),
  account('FI001', 'CUST0005', '1000000183', 'DDA', '0.00', 'Closed checking', { status: 'CLOSED' }),
  account('FI002', 'CUST0101', '2000000001', 'DDA', '800.00', 'Share draft'),
  account('FI003', 'CUST0201', '3000000001', 'DDA', '500.00', 'Everyday checking'),
  scenarioAccount('9000000500', 'Scenario: system malfunction', { scenario: 'CORE_FAULT' }),
  scenarioAccount('9000000503', 'Scenario: core inoperative', { scenario: 'CORE_DOWN' }),
  scenarioAccount('9000000504', 'Scenario: answer too late', { scenario: 'ANSWERS_TOO_LATE' }),
  scenarioAccount('9000000505', 'Scenario: lost before the core', { scenario: 'LOST_BEFORE_CORE' }),
  scenarioAccount('9000000906', 'Scenario: cutover in process', { scenario: 'CUTOVER' }),
  scenarioAccount('9000000102', 'Scenario: suspected fraud', { riskFlag: 'SUSPECTED_FRAUD' }),
  scenarioAccount('9000000100', 'Scenario: do not honour', { riskFlag: 'DO_NOT_HONOUR' }),
]

export interface SandboxCard {
  readonly institutionId: string
  readonly pan: string
  readonly customerId: string
  readonly status: 'ACTIVE' | 'BLOCKED' | 'EXPIRED' | 'LOST' | 'STOLEN' | 'NOT_ACTIVE'
}

/** A card gives access to all accounts of its customer. */
export const CARDS: readonly SandboxCard[] = [
  { institutionId: 'FI001', pan: '4000000000000010', customerId: 'CUST0001', status: 'ACTIVE' },
  { institutionId: 'FI001', pan: '4000000000000028', customerId: 'CUST0002', status: 'ACTIVE' },
  { institutionId: 'FI001', pan: '4000000000000036', customerId: 'CUST0003', status: 'ACTIVE' },
  { institutionId: 'FI001', pan: '4000000000000044', customerId: 'CUST0004', status: 'BLOCKED' },
  { institutionId: 'FI001', pan: '4000000000000051', customerId: 'CUST0004', status: 'EXPIRED' },
  { institutionId: 'FI001', pan: '4000000000000069', customerId: 'CUST0004', status: 'LOST' },
  { institutionId: 'FI001', pan: '4000000000000077', customerId: 'CUST0004', status: 'STOLEN' },
  { institutionId: 'FI001', pan: '4000000000000085', customerId: 'CUST0004', status: 'NOT_ACTIVE' },
  { institutionId: 'FI002', pan: '4000010000000019', customerId: 'CUST0101', status: 'ACTIVE' },
  { institutionId: 'FI003', pan: '4000020000000018', customerId: 'CUST0201', status: 'ACTIVE' },
]

/** The accounts that a card gives access to. */
export function accountsOf(card: SandboxCard): readonly SandboxAccount[] {
  return ACCOUNTS.filter((item) => item.institutionId === card.institutionId && item.customerId === card.customerId)
}
