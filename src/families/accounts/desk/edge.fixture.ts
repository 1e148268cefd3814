// The family in front of a fake bank, for the tests in this folder.

import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type {
  Client,
  Directory,
  Institution,
  Partner,
  Terminal,
} from '../../../administration/institutions/directory.ts'
import { PreferenceProfiles } from '../../../channels/cards/preference-profiles.ts'
import type { Answer, Channel, Sent } from '../../../channels/channel/channel.ts'
import type { Order, ReversalOrder } from '../../../channels/core/core.ts'
import type { Approved, LookupOutcome, Outcome } from '../../../channels/core/outcome.ts'
import { createServer } from '../../../edge/http/server/server.ts'
import { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Rows, Sql } from '../../../platform/storage/database.ts'
import { accountsFamily } from '../family.ts'
import type { HealthProbes } from '../health/health-prober.ts'
import { ACCOUNT_OPERATIONS } from '../operations.ts'
import type { AccountServices } from './account-operation.ts'

export const CORRELATION_ID = '3f2b8c1e-5d0a-4f7e-9b6c-2a1d8e4f7c30'
export const BASE = '/api/ssb/accountservices/v1'
const NOW_MS = Date.UTC(2026, 0, 15, 10)

const HEADERS: Readonly<Record<string, string>> = {
  'x-correlation-id': CORRELATION_ID,
  'content-type': 'application/json',
  client_id: 'atm',
  client_secret: 'atm-secret',
  partnerId: 'PARTNER01',
}

export const APPROVED: Approved = {
  code: '000',
  authId: 'K3M9QX',
  businessDate: '20260115',
  branch: { id: '001', name: 'Main Street Branch', address: '1 Main Street' },
  balances: { currency: 'USD', availableMinor: 239_750n, balanceMinor: 239_750n },
  beneficiaryBalances: { currency: 'USD', availableMinor: 100n, balanceMinor: 200n },
}

/** Answers every order with the outcome it was given, and a known RRN with the text it gave before. */
export class FakeBank implements Channel {
  outcome: Outcome = APPROVED
  lookup: LookupOutcome = { code: '000', accounts: [] }
  failure: Error | undefined
  readonly orders: Sent<Order | ReversalOrder>[] = []
  readonly asked: object[] = []
  readonly #replies = new Map<string, string>()

  readonly withdrawCash = (order: Sent<Order>) => this.#post(order)
  readonly withdrawCardless = (order: Sent<Order>) => this.#post(order)
  readonly deposit = (order: Sent<Order>) => this.#post(order)
  readonly transfer = (order: Sent<Order>) => this.#post(order)
  readonly payBill = (order: Sent<Order>) => this.#post(order)
  readonly reverseCashWithdrawal = (order: Sent<ReversalOrder>) => this.#post(order)
  readonly reverseDeposit = (order: Sent<ReversalOrder>) => this.#post(order)
  readonly reverseTransfer = (order: Sent<ReversalOrder>) => this.#post(order)
  readonly reverseCardless = (order: Sent<ReversalOrder>) => this.#post(order)
  readonly reverseBillPayment = (order: Sent<ReversalOrder>) => this.#post(order)

  async lookUpAccounts(lookup: object): Promise<LookupOutcome> {
    this.asked.push(lookup)
    return this.lookup
  }

  async inquireBalance(inquiry: object): Promise<Outcome> {
    this.asked.push(inquiry)
    return this.outcome
  }

  async probe(): Promise<void> {
    if (this.failure !== undefined) throw this.failure
  }

  async #post(order: Sent<Order | ReversalOrder>): Promise<Answer> {
    if (this.failure !== undefined) throw this.failure
    this.orders.push(order)
    const known = this.#replies.get(order.rrn)
    const reply = known ?? order.render(this.outcome)
    this.#replies.set(order.rrn, reply)
    return { code: this.outcome.code, reply, replayed: known !== undefined }
  }
}

const EVERY_OPERATION = new Set(ACCOUNT_OPERATIONS.map(({ id }) => id))
const PARTNER: Partner = {
  partnerId: 'PARTNER01',
  families: new Set(['accounts']),
  operations: EVERY_OPERATION,
  institutionIds: new Set(['FI001', 'FI003', 'GONE']),
  clientIdPolicy: true,
  isActive: true,
}

const PARTNERS: readonly Partner[] = [
  PARTNER,
  { ...PARTNER, partnerId: 'OTHER' },
  { ...PARTNER, partnerId: 'INACTIVE', isActive: false },
  { ...PARTNER, partnerId: 'LIMITED', ratePerSecond: 1, clientIdPolicy: false },
  { ...PARTNER, partnerId: 'BARE', clientIdPolicy: false },
  { ...PARTNER, partnerId: 'LENDER', clientIdPolicy: false, families: new Set(['lending']) },
  { ...PARTNER, partnerId: 'READER', clientIdPolicy: false, operations: new Set(['BalanceInquiry']) },
]

const INSTITUTION: Institution = {
  institutionId: 'FI001',
  name: 'First Sandbox Bank',
  status: 'ACTIVE',
  baseCurrency: 'USD',
  services: new Set(['PREFERENCES']),
  branches: [],
  limits: {},
  holdDays: 2,
  reversalWindowHours: 24,
  reversalForce: false,
  cutoverUntilMs: 0,
  coreType: 'BUILTIN',
  coreTimeoutMs: 1000,
  timeZone: 'UTC',
  cutoverTime: '00:00',
}

const TERMINAL: Terminal = {
  terminalId: 'ATM00001',
  kind: 'ATM',
  status: 'ACTIVE',
  branchId: '001',
  currencies: new Set(),
  services: new Set(['PREFERENCES']),
  limits: {},
}

export interface Edge {
  readonly server: FastifyInstance
  readonly bank: FakeBank
  readonly clock: { nowMs: number; now(): number }
  /** The parsed log lines. */
  readonly log: Record<string, unknown>[]
  readonly sql: FakeSql
  readonly services: AccountServices
  /** The recorded client uses. */
  readonly uses: [clientId: string, nowMs: number][]
  post(path: string, body: unknown, headers?: Record<string, string | undefined>): Promise<EdgeAnswer>
}

export interface EdgeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  // Tests read whatever member they expect; a wrong one fails their assertion.
  // biome-ignore lint/suspicious/noExplicitAny: a reply is only known to the test that asked for it.
  readonly body: any
}

/** Answers each statement with given rows, and records the statements. */
export class FakeSql implements Sql {
  rows: unknown[] = []
  readonly values: (readonly unknown[])[] = []

  async query<Row>(_statement: unknown, values: readonly unknown[] = []): Promise<Rows<Row>> {
    this.values.push(values)
    return { rows: this.rows as Row[], rowCount: this.rows.length }
  }
}

export function openEdge(probes?: HealthProbes): Edge {
  const bank = new FakeBank()
  const sql = new FakeSql()
  const log: Record<string, unknown>[] = []
  const uses: [string, number][] = []
  const clock = { nowMs: NOW_MS, now: () => clock.nowMs }
  const secretBox = new SecretBox([{ version: 1, bytes: Buffer.alloc(32, 7), sandbox: true }])
  const services: AccountServices = {
    channelOf: () => bank,
    directory: directoryOf(secretBox),
    clock,
    secretBox,
    preferenceProfiles: new PreferenceProfiles(sql, secretBox, clock),
    healthProbes: probes ?? {
      gateway: async () => {},
      cores: () => [{ name: 'BUILTIN', probe: () => bank.probe() }],
    },
    clientUse: { note: (...use) => uses.push(use) },
    environment: 'sandbox',
  }
  const server = createServer({
    families: [accountsFamily(services)],
    clock,
    logger: pino({ base: null }, { write: (line: string) => log.push(JSON.parse(line)) }),
  })
  const post = async (path: string, body: unknown, headers: Record<string, string | undefined> = {}) => {
    const all = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined)
    const response = await server.inject({
      method: 'POST',
      url: path.startsWith('/api') ? path : BASE + path,
      headers: Object.fromEntries(all) as Record<string, string>,
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.statusCode, headers: response.headers, text: response.body, body: response.json() }
  }
  return { server, bank, clock, log, sql, uses, services, post }
}

function directoryOf(secretBox: SecretBox): Directory {
  const clientOf = (clientId: string, more: Partial<Client> = {}): Client => ({
    clientId,
    partnerId: 'PARTNER01',
    families: new Set(['accounts']),
    secretHash: secretBox.lookupHash(`${clientId}-secret`, `client-secret:${clientId}`),
    isActive: true,
    ...more,
  })
  const clients = [
    clientOf('atm'),
    clientOf('lapsing', { expiresAtMs: NOW_MS + 1000 }),
    clientOf('expired', { expiresAtMs: NOW_MS }),
    clientOf('disabled', { isActive: false }),
    clientOf('inactive', { partnerId: 'INACTIVE' }),
    clientOf('digital', { families: new Set(['digital']) }),
  ]
  const institutions: readonly Institution[] = [
    INSTITUTION,
    { ...INSTITUTION, institutionId: 'FI003', status: 'SUSPENDED' },
  ]
  const terminals: readonly Terminal[] = [TERMINAL, { ...TERMINAL, terminalId: 'ATM00009', status: 'INACTIVE' }]
  return {
    institution: (id) => institutions.find(({ institutionId }) => institutionId === id),
    institutions: () => institutions,
    partner: (id) => PARTNERS.find(({ partnerId }) => partnerId === id),
    client: (id) => clients.find(({ clientId }) => clientId === id),
    terminal: (institutionId, id) =>
      institutionId === 'FI001' ? terminals.find(({ terminalId }) => terminalId === id) : undefined,
    biller: () => undefined,
    accountType: () => undefined,
    hotCard: () => undefined,
    stop: () => undefined,
    accountTypeOfCore: () => undefined,
    capability: () => undefined,
    reload: async () => {},
  }
}
