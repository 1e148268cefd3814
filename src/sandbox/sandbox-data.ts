// The sandbox's synthetic data, one table per kind: participants, accounts and cards, and the accounts that fail on
// purpose. No person or card is real. Amounts are decimals in the account's currency.

import type { ApiFamily } from '../institutions/api-families.ts'
import { type AccountCategory, type BalanceType, SERVICES, type Service } from '../institutions/directory.ts'
import type { InstitutionType } from '../institutions/financial-institutions/institution-records.ts'

const USD = 'USD'

export interface SandboxInstitution {
  readonly institutionId: string
  readonly name: string
  readonly legalName: string
  readonly type: InstitutionType
  readonly status: 'ACTIVE' | 'SUSPENDED'
  readonly timeZone: string
  readonly bin: string
  readonly services: readonly Service[]
  readonly branch: { readonly id: string; readonly name: string; readonly address: string }
  readonly coreType: 'SANDBOX' | 'BUILTIN'
  /** The currencies of its accounts. */
  readonly currencies: readonly string[]
  readonly swiftBic: string
  readonly routingNumber: string
  readonly postalCode: string
  /** Domain of its contacts. */
  readonly domain: string
  readonly limits?: {
    readonly perTransaction: string
    readonly perDay: string
    readonly countPerDay: number
    readonly accessFee: string
  }
}

export const SANDBOX_CURRENCY = USD
export const HOLD_DAYS = 2

export const INSTITUTIONS: readonly SandboxInstitution[] = [
  {
    institutionId: 'FI001',
    name: 'First Sandbox Bank',
    legalName: 'First Sandbox Bank, N.A.',
    type: 'BANK',
    status: 'ACTIVE',
    timeZone: 'America/New_York',
    bin: '400000',
    services: SERVICES,
    branch: { id: '001', name: 'Main Street Branch', address: '1 Main Street, Springfield' },
    currencies: [USD, 'JPY', 'KWD'],
    swiftBic: 'FSBKUS33',
    routingNumber: '110000000',
    postalCode: '62701',
    domain: 'fi001.example',
    coreType: 'SANDBOX',
    limits: { perTransaction: '5000.00', perDay: '10000.00', countPerDay: 20, accessFee: '10.00' },
  },
  {
    institutionId: 'FI002',
    name: 'Harbor Credit Union',
    legalName: 'Harbor Federal Credit Union',
    type: 'CREDIT_UNION',
    status: 'ACTIVE',
    timeZone: 'America/New_York',
    bin: '400001',
    // No cardless withdrawal, so that responseCode 115 can be tried.
    services: SERVICES.filter((service) => service !== 'CARDLESS'),
    branch: { id: '101', name: 'Harbor Branch', address: '5 Harbor Road, Springfield' },
    currencies: [USD],
    swiftBic: 'HRBRUS33',
    routingNumber: '310000000',
    postalCode: '62702',
    domain: 'fi002.example',
    coreType: 'BUILTIN',
  },
  {
    institutionId: 'FI003',
    name: 'Kestrel Bank',
    legalName: 'Kestrel Bank, Inc.',
    type: 'BANK',
    status: 'SUSPENDED',
    timeZone: 'UTC',
    bin: '400002',
    services: SERVICES,
    branch: { id: '201', name: 'Kestrel Branch', address: '9 Hill Street, Springfield' },
    currencies: [USD],
    swiftBic: 'KSTRUS33',
    routingNumber: '210000000',
    postalCode: '62703',
    domain: 'fi003.example',
    coreType: 'BUILTIN',
  },
]

/** The names of the seeded connections to cores. */
export const CORE_NAMES = { SANDBOX: 'Sandbox bank', BUILTIN: 'Built-in bank' } as const

/** The account types of every institution. */
export const ACCOUNT_TYPES = [
  accountType('DDA', 'Checking account'),
  accountType('SDA', 'Savings account'),
  accountType('MMA', 'Money market account'),
  accountType('CD', 'Certificate of deposit', { defaultTxnCapability: '01' }),
  accountType('LOAN', 'Loan account', {
    category: 'ASSET',
    defaultTxnCapability: '07',
    balanceTypes: ['Available', 'Balance', 'PaymentDue'],
  }),
]

interface SandboxAccountType {
  readonly code: string
  readonly description: string
  readonly category: AccountCategory
  readonly defaultTxnCapability: string
  readonly balanceTypes: readonly BalanceType[]
}

function accountType(code: string, description: string, more: Partial<SandboxAccountType> = {}): SandboxAccountType {
  return {
    code,
    description,
    category: 'LIABILITY',
    defaultTxnCapability: '06',
    balanceTypes: ['Available', 'Balance'],
    ...more,
  }
}

const READING = ['GetPreferences', 'AddPreferences', 'DeletePreferences', 'AccountLookup', 'BalanceInquiry']
const TRANSFERS_AND_BILLS = ['Transfers', 'TransfersReverse', 'BillPayments']
const CASH_AND_CHECKS = ['Debits', 'DebitsReverse', 'Credits', 'CreditsReverse', 'CardlessWithdrawal']

export interface SandboxPartner {
  readonly partnerId: string
  readonly name: string
  readonly families: readonly ApiFamily[]
  readonly operations: readonly string[]
  readonly institutionIds: readonly string[]
}

export const DEMO_PARTNER_ID = 'PARTNER03'
export const DEMO_CLIENT_ID = 'sandbox-digital-demo'

export const PARTNERS: readonly SandboxPartner[] = [
  {
    partnerId: 'PARTNER01',
    name: 'Sandbox Switch',
    families: ['accounts', 'digital', 'lending'],
    operations: [...READING, ...CASH_AND_CHECKS, ...TRANSFERS_AND_BILLS],
    institutionIds: ['FI001', 'FI002', 'FI003'],
  },
  {
    partnerId: 'PARTNER02',
    name: 'Sandbox Voice',
    families: ['accounts', 'digital'],
    operations: [...READING, ...TRANSFERS_AND_BILLS],
    institutionIds: ['FI001'],
  },
  // Owns the digital banking data of the sandbox, so that the other partners begin with none.
  {
    partnerId: DEMO_PARTNER_ID,
    name: 'Sandbox Showcase',
    families: ['digital'],
    operations: [],
    institutionIds: [],
  },
]

export interface SandboxClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly partnerId: string
  readonly family: ApiFamily
  readonly isExpired?: true
}

export const CLIENTS: readonly SandboxClient[] = [
  { clientId: 'sandbox-atm', clientSecret: 'sandbox-atm-secret', partnerId: 'PARTNER01', family: 'accounts' },
  { clientId: 'sandbox-ivr', clientSecret: 'sandbox-ivr-secret', partnerId: 'PARTNER02', family: 'accounts' },
  {
    clientId: 'sandbox-expired',
    clientSecret: 'sandbox-expired-secret',
    partnerId: 'PARTNER01',
    family: 'accounts',
    isExpired: true,
  },
  { clientId: 'sandbox-digital', clientSecret: 'sandbox-digital-secret', partnerId: 'PARTNER01', family: 'digital' },
  {
    clientId: 'sandbox-digital-2',
    clientSecret: 'sandbox-digital-2-secret',
    partnerId: 'PARTNER02',
    family: 'digital',
  },
  {
    clientId: DEMO_CLIENT_ID,
    clientSecret: 'sandbox-digital-demo-secret',
    partnerId: DEMO_PARTNER_ID,
    family: 'digital',
  },
  { clientId: 'sandbox-lending', clientSecret: 'sandbox-lending-secret', partnerId: 'PARTNER01', family: 'lending' },
]

export interface SandboxTerminal {
  readonly institutionId: string
  readonly terminalId: string
  readonly acceptorId: string
  readonly kind: 'ATM' | 'TELLER' | 'IVR' | 'MOBILE'
  readonly location: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly services: readonly Service[]
  /** In USD. */
  readonly smallestNote?: string
}

const VOICE_SERVICES: readonly Service[] = ['PREFERENCES', 'LOOKUP', 'BALANCE', 'TRANSFER', 'BILL_PAYMENT']

export const TERMINALS: readonly SandboxTerminal[] = [
  {
    institutionId: 'FI001',
    terminalId: 'ATM00001',
    acceptorId: 'ACC000000000001',
    kind: 'ATM',
    location: '1 Main Street, Springfield',
    status: 'ACTIVE',
    services: SERVICES,
    smallestNote: '5.00',
  },
  {
    institutionId: 'FI001',
    terminalId: 'TLR00001',
    acceptorId: 'ACC000000000002',
    kind: 'TELLER',
    location: 'Main Street Branch, counter 1',
    status: 'ACTIVE',
    services: SERVICES,
  },
  {
    institutionId: 'FI001',
    terminalId: 'IVR00001',
    acceptorId: 'ACC000000000003',
    kind: 'IVR',
    location: 'Telephone banking',
    status: 'ACTIVE',
    services: VOICE_SERVICES,
  },
  {
    institutionId: 'FI001',
    terminalId: 'MOB00001',
    acceptorId: 'ACC000000000004',
    kind: 'MOBILE',
    location: 'Mobile app',
    status: 'ACTIVE',
    services: [...VOICE_SERVICES, 'CARDLESS'],
  },
  {
    institutionId: 'FI001',
    terminalId: 'ATM00009',
    acceptorId: 'ACC000000000009',
    kind: 'ATM',
    location: '9 Main Street, Springfield',
    status: 'INACTIVE',
    services: SERVICES,
    smallestNote: '5.00',
  },
  {
    institutionId: 'FI002',
    terminalId: 'ATM00101',
    acceptorId: 'ACC000000000101',
    kind: 'ATM',
    location: '5 Harbor Road, Springfield',
    status: 'ACTIVE',
    services: SERVICES,
    smallestNote: '5.00',
  },
  {
    institutionId: 'FI003',
    terminalId: 'ATM00201',
    acceptorId: 'ACC000000000201',
    kind: 'ATM',
    location: '9 Hill Street, Springfield',
    status: 'ACTIVE',
    services: SERVICES,
    smallestNote: '5.00',
  },
]

export interface SandboxBiller {
  readonly institutionId: string
  readonly billerId: string
  readonly bin: string
  readonly name: string
  readonly isActive: boolean
}

export const BILLERS: readonly SandboxBiller[] = [
  { institutionId: 'FI001', billerId: 'BILLER01', bin: '510000', name: 'City Power', isActive: true },
  { institutionId: 'FI001', billerId: 'BILLER02', bin: '510001', name: 'Metro Water', isActive: true },
  { institutionId: 'FI001', billerId: 'BILLER09', bin: '510009', name: 'Old Telegraph', isActive: false },
]

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
  const usual = { currency: USD, txnCapability: '06' }
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
