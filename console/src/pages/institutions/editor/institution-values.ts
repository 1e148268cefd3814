// What the forms of an institution hold, and how it becomes a request. The steps of the wizard share one set of values.

import type { onboarding } from '@tillgate/sdk'
import type { Institution } from '../institution.ts'

/** A number field is empty until something is typed. */
type NumberField = number | ''

export interface InstitutionValues extends Record<string, unknown> {
  institutionId: string
  legalName: string
  displayName: string
  type: Institution['type']
  countryCode: string | null
  baseCurrency: string | null
  timezone: string | null
  currencies: string[]
  cutoverTime: string
  address: { line1: string; line2: string; city: string; state: string; postalCode: string; countryCode: string | null }
  contacts: { name: string; email: string; phone: string; kind: onboarding.InstitutionContact['kind'] }[]
  branches: { id: string; name: string; address: string }[]
  services: Institution['services']
  limits: { perTransaction: NumberField; perDay: NumberField; countPerDay: NumberField; maxAccessFee: NumberField }
  holdDays: NumberField
  reversal: { windowHours: NumberField; force: boolean }
  swiftBic: string
  bins: string[]
  routingNumbers: string[]
  acquirerIds: string[]
}

const NO_ADDRESS = { line1: '', line2: '', city: '', state: '', postalCode: '', countryCode: null }

export function emptyValues(): InstitutionValues {
  return {
    institutionId: '',
    legalName: '',
    displayName: '',
    type: 'BANK',
    countryCode: null,
    baseCurrency: null,
    timezone: null,
    currencies: [],
    cutoverTime: '00:00',
    address: NO_ADDRESS,
    contacts: [],
    branches: [],
    services: [],
    limits: { perTransaction: '', perDay: '', countPerDay: '', maxAccessFee: '' },
    holdDays: '',
    reversal: { windowHours: '', force: false },
    swiftBic: '',
    bins: [],
    routingNumbers: [],
    acquirerIds: [],
  }
}

export function valuesOf(institution: Institution): InstitutionValues {
  const { address, limits } = institution
  return {
    institutionId: institution.institutionId,
    legalName: institution.legalName,
    displayName: institution.displayName,
    type: institution.type,
    countryCode: institution.countryCode,
    baseCurrency: institution.baseCurrency,
    timezone: institution.timezone,
    currencies: [...institution.currencies],
    cutoverTime: institution.cutoverTime,
    address: { ...NO_ADDRESS, ...address },
    contacts: institution.contacts.map((contact) => ({ ...contact })),
    branches: institution.branches.map((branch) => ({ ...branch })),
    services: [...institution.services],
    limits: {
      perTransaction: limits.perTransaction ?? '',
      perDay: limits.perDay ?? '',
      countPerDay: limits.countPerDay ?? '',
      maxAccessFee: limits.maxAccessFee ?? '',
    },
    holdDays: institution.holdDays,
    reversal: { ...institution.reversal },
    swiftBic: institution.swiftBic ?? '',
    bins: [...institution.bins],
    routingNumbers: [...institution.routingNumbers],
    acquirerIds: [...institution.acquirerIds],
  }
}

/** The draft that the first step makes. */
export function draftOf(values: InstitutionValues): onboarding.CreateInstitutionRequest {
  const { currencies } = values
  return {
    institutionId: values.institutionId.trim(),
    legalName: values.legalName.trim(),
    displayName: values.displayName.trim(),
    type: values.type,
    countryCode: values.countryCode ?? '',
    baseCurrency: values.baseCurrency ?? '',
    timezone: values.timezone ?? '',
    cutoverTime: values.cutoverTime,
    ...(currencies.length > 0 && { currencies }),
  }
}

type Change = Omit<onboarding.UpdateInstitutionRequest, 'version'>

/** Only what differs from the record, so that a save leaves unchanged fields alone. */
export function changeOf(values: InstitutionValues, before: Institution): Change {
  const now = requestOf(values)
  const then = requestOf(valuesOf(before))
  const changed = (Object.keys(now) as (keyof Change)[]).filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(then[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, now[name]]))
}

function requestOf(values: InstitutionValues): Change {
  const { limits, reversal } = values
  return {
    legalName: values.legalName.trim(),
    displayName: values.displayName.trim(),
    type: values.type,
    countryCode: values.countryCode ?? '',
    baseCurrency: values.baseCurrency ?? '',
    timezone: values.timezone ?? '',
    currencies: orNull(values.currencies),
    cutoverTime: values.cutoverTime === '' ? null : values.cutoverTime,
    address: addressOf(values),
    contacts: values.contacts,
    branches: values.branches,
    services: values.services,
    limits: {
      perTransaction: numberOf(limits.perTransaction),
      perDay: numberOf(limits.perDay),
      countPerDay: numberOf(limits.countPerDay),
      maxAccessFee: numberOf(limits.maxAccessFee),
    },
    holdDays: numberOf(values.holdDays),
    reversal: { windowHours: numberOf(reversal.windowHours), force: reversal.force },
    swiftBic: values.swiftBic.trim() === '' ? null : values.swiftBic.trim().toUpperCase(),
    bins: values.bins,
    routingNumbers: values.routingNumbers,
    acquirerIds: values.acquirerIds,
  }
}

/** Nothing filled in is no address. Anything else is sent whole, so that the gateway names what it lacks. */
function addressOf({ address }: InstitutionValues): NonNullable<Change['address']> | null {
  const { line1, line2, city, state, postalCode, countryCode } = address
  if ([line1, line2, city, state, postalCode].every((text) => text.trim() === '')) return null
  return {
    line1: line1.trim(),
    line2: line2.trim() === '' ? null : line2.trim(),
    city: city.trim(),
    state: state.trim() === '' ? null : state.trim(),
    postalCode: postalCode.trim(),
    countryCode: countryCode ?? '',
  }
}

function numberOf(field: NumberField): number | null {
  return field === '' ? null : field
}

function orNull<Item>(items: Item[]): Item[] | null {
  return items.length === 0 ? null : items
}
