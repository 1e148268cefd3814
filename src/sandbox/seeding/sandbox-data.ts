// The sandbox's synthetic participants, one table per kind: institutions, partners, clients, terminals and billers.
// Amounts are decimals in the institution's currency.

import {
  type AccountCategory,
  type BalanceType,
  SERVICES,
  type Service,
} from '../../administration/institutions/directory.ts'
import type { InstitutionType } from '../../administration/institutions/financial-institutions/institution-records.ts'
import type { ApiFamily } from '../../administration/institutions/partners/api-families.ts'

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
