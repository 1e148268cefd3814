// The fields of an institution that people set: their defaults, how a change is merged into them, and their columns.
// A change keeps what is absent, sets what is null back to its default, replaces lists, and merges objects.

import { minorFromNumber } from '../../../platform/kernel/money/money.ts'
import { invalidFields, type ProblemDetail } from '../../../platform/kernel/problems/problem.ts'
import { type InstitutionBranch, SERVICES, type Service } from '../directory.ts'
import type {
  InstitutionAddress,
  InstitutionContact,
  InstitutionLimits,
  InstitutionRecord,
  InstitutionType,
  ReversalTerms,
} from './institution-records.ts'

interface RequiredTerms {
  readonly legalName: string
  readonly displayName: string
  readonly type: InstitutionType
  readonly countryCode: string
  readonly baseCurrency: string
  readonly timezone: string
}

interface OptionalTerms {
  /** Null: the base currency alone. */
  readonly currencies: readonly string[] | null
  readonly swiftBic: string | null
  readonly routingNumbers: readonly string[]
  readonly bins: readonly string[]
  readonly acquirerIds: readonly string[]
  readonly address: InstitutionAddress | null
  readonly contacts: readonly InstitutionContact[]
  readonly branches: readonly InstitutionBranch[]
  readonly services: readonly Service[]
  readonly cutoverTime: string
  readonly limits: InstitutionLimits
  readonly holdDays: number
  readonly reversal: ReversalTerms
}

export type InstitutionTerms = RequiredTerms & OptionalTerms

/** The members of an object may be absent or null too. */
type Sent<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]?: Value[Name] | null | undefined }
    : Value

type SentTerms = { readonly [Name in keyof OptionalTerms]?: Sent<OptionalTerms[Name]> | null | undefined }

export interface NewInstitution extends RequiredTerms, SentTerms {
  readonly institutionId: string
}

export interface InstitutionChange extends SentTerms {
  /** The one that was read. */
  readonly version: number
  readonly institutionId?: string | undefined
  readonly legalName?: string | undefined
  readonly displayName?: string | undefined
  readonly type?: InstitutionType | undefined
  readonly countryCode?: string | undefined
  readonly baseCurrency?: string | undefined
  readonly timezone?: string | undefined
}

const DEFAULTS: OptionalTerms = {
  currencies: null,
  swiftBic: null,
  routingNumbers: [],
  bins: [],
  acquirerIds: [],
  address: null,
  contacts: [],
  branches: [],
  services: SERVICES,
  cutoverTime: '00:00',
  limits: {},
  holdDays: 2,
  reversal: { windowHours: 24, force: false },
}

/** Refusals: `invalid` for terms that do not fit together. */
export function newTerms(sent: NewInstitution): InstitutionTerms {
  const { legalName, displayName, type, countryCode, baseCurrency, timezone } = sent
  return checked({
    ...{ legalName, displayName, type, countryCode, baseCurrency, timezone },
    ...mergedTerms(DEFAULTS, sent),
  })
}

/** Refusals: `invalid` for terms that do not fit together. */
export function changedTerms(before: InstitutionRecord, change: InstitutionChange): InstitutionTerms {
  const { currencies, baseCurrency } = before
  const isBaseAlone = currencies.length === 1 && currencies[0] === baseCurrency
  return checked({
    legalName: change.legalName ?? before.legalName,
    displayName: change.displayName ?? before.displayName,
    type: change.type ?? before.type,
    countryCode: change.countryCode ?? before.countryCode,
    baseCurrency: change.baseCurrency ?? baseCurrency,
    timezone: change.timezone ?? before.timezone,
    ...mergedTerms(
      {
        ...before,
        currencies: isBaseAlone ? null : currencies,
        swiftBic: before.swiftBic ?? null,
        address: before.address ?? null,
      },
      change,
    ),
  })
}

function mergedTerms(before: OptionalTerms, sent: SentTerms): OptionalTerms {
  const field = <Name extends keyof OptionalTerms>(name: Name, value: OptionalTerms[Name] | null | undefined) =>
    value === undefined ? before[name] : (value ?? DEFAULTS[name])
  return {
    currencies: distinct(field('currencies', sent.currencies)),
    swiftBic: field('swiftBic', sent.swiftBic),
    routingNumbers: distinct(field('routingNumbers', sent.routingNumbers)),
    bins: distinct(field('bins', sent.bins)),
    acquirerIds: distinct(field('acquirerIds', sent.acquirerIds)),
    address: field('address', mergedObject(before.address ?? {}, sent.address, {})),
    contacts: field('contacts', sent.contacts),
    branches: field('branches', sent.branches),
    services: distinct(field('services', sent.services)),
    cutoverTime: field('cutoverTime', sent.cutoverTime),
    limits: field('limits', mergedObject(before.limits, sent.limits, {})),
    holdDays: field('holdDays', sent.holdDays),
    reversal: field('reversal', mergedObject(before.reversal, sent.reversal, DEFAULTS.reversal)),
  }
}

/** Members that are null fall back to the default, or disappear when there is none. Completeness is checked afterwards. */
function mergedObject<Item extends object>(
  before: Partial<Item>,
  sent: { readonly [Name in keyof Item]?: Item[Name] | null | undefined } | null | undefined,
  defaults: Partial<Item>,
): Item | null | undefined {
  if (sent === null || sent === undefined) return sent
  const merged: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined) continue
    const next = value ?? (defaults as Record<string, unknown>)[name]
    if (next === undefined) delete merged[name]
    else merged[name] = next
  }
  return merged as Item
}

function distinct<Items extends readonly unknown[] | null>(items: Items): Items {
  return (items === null ? null : [...new Set(items)]) as Items
}

function checked(terms: InstitutionTerms): InstitutionTerms {
  const faults = [...amountFaults(terms), ...addressFaults(terms), ...branchFaults(terms)]
  if (faults.length > 0) throw invalidFields(faults)
  return terms
}

const AMOUNTS = ['perTransaction', 'perDay', 'maxAccessFee'] as const

function amountFaults({ limits, baseCurrency }: InstitutionTerms): ProblemDetail[] {
  return AMOUNTS.filter((name) => minorOf(limits[name], baseCurrency) === undefined).map((name) => ({
    path: `limits.${name}`,
    message: `must be an exact amount of ${baseCurrency}`,
  }))
}

function addressFaults({ address }: InstitutionTerms): ProblemDetail[] {
  if (address === null) return []
  const needed = ['line1', 'city', 'postalCode', 'countryCode'] as const
  return needed
    .filter((name) => address[name] === undefined)
    .map((name) => ({ path: `address.${name}`, message: 'is required' }))
}

function branchFaults({ branches }: InstitutionTerms): ProblemDetail[] {
  const ids = branches.map(({ id }) => id)
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index ? [] : [{ path: `branches[${index}].id`, message: 'is the id of another branch' }],
  )
}

/** Null for no limit; undefined when the amount cannot be kept exactly. */
function minorOf(major: number | undefined, currency: string): bigint | null | undefined {
  return major === undefined ? null : minorFromNumber(major, currency)
}

/** The fields that are written as they are, and the columns of those that depend on the base currency. */
export function storedTerms({ limits, currencies, ...fields }: InstitutionTerms) {
  const { baseCurrency } = fields
  const isBaseAlone = currencies?.length === 1 && currencies[0] === baseCurrency
  const columns = {
    currencies: isBaseAlone ? null : currencies,
    limit_per_transaction_minor: minorOf(limits.perTransaction, baseCurrency),
    limit_per_day_minor: minorOf(limits.perDay, baseCurrency),
    limit_count_per_day: limits.countPerDay ?? null,
    max_access_fee_minor: minorOf(limits.maxAccessFee, baseCurrency),
  }
  return { fields, columns }
}
