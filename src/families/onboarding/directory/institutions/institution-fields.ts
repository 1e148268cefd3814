// The fields of an institution on the wire, each with its bounds.

import { type TSchema, Type } from 'typebox'
import { INSTITUTION_STATUSES, SERVICES } from '../../../../administration/institutions/directory.ts'
import {
  CONTACT_KINDS,
  INSTITUTION_TYPES,
} from '../../../../administration/institutions/financial-institutions/institution-records.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { orNull } from '../../../../edge/resource/nullable.ts'
import { emailAddress, freeText, identifier, name } from '../../../../edge/resource/record-shapes.ts'
import { isCountry } from '../../../../platform/kernel/identifiers/countries.ts'
import { isCurrency } from '../../../../platform/kernel/money/currencies.ts'
import { isTimeZone } from '../../../../platform/kernel/time/time-zones.ts'

const MAX_ITEMS = 200

export function oneOf<const Value extends string>(values: readonly Value[], description: string) {
  return Type.Enum<Value[]>([...values], { description, expected: `must be one of ${values.join(', ')}` })
}

export function listOf<Item extends TSchema>(item: Item, description: string) {
  return Type.Array(item, { description, maxItems: MAX_ITEMS, expected: `must be at most ${MAX_ITEMS} items` })
}

export function countryCode(description: string) {
  return Type.Refine(
    Type.String({ description, pattern: '^[A-Z]{2}$', expected: 'must be an ISO 3166 country code such as US' }),
    isCountry,
  )
}

export function currencyCode(description: string) {
  return Type.Refine(
    Type.String({ description, pattern: '^[A-Z]{3}$', expected: 'must be an ISO 4217 currency code such as USD' }),
    isCurrency,
  )
}

export const timezone = Type.Refine(
  Type.String({
    description: 'IANA time zone; business dates are counted in it',
    maxLength: 64,
    expected: 'must be an IANA time zone such as America/New_York',
  }),
  isTimeZone,
)

export const type = oneOf(INSTITUTION_TYPES, 'What kind of institution it is')
export const status = oneOf(INSTITUTION_STATUSES, 'Its state; family A serves it while it is ACTIVE')

const swiftBic = Type.String({
  description: 'ISO 9362',
  pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$',
  expected: 'must be a BIC of 8 or 11 characters',
})

const bin = Type.String({
  description: 'The first digits of its cards',
  pattern: '^[0-9]{6,8}$',
  expected: 'must be 6 to 8 digits',
})

const cutoverTime = Type.String({
  description: 'Local time at which the next business date begins',
  pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
  expected: 'must be a time HH:mm from 00:00 to 23:59',
})

const phone = Type.String({
  description: 'Telephone number',
  pattern: '^\\+?[0-9][0-9 ()./x-]{2,38}$',
  expected: 'must be a telephone number of 3 to 40 characters',
})

const postalCode = Type.String({
  description: 'Postal code',
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9 -]{0,14}[A-Za-z0-9])?$',
  expected: 'must be 1 to 16 letters, digits, blanks or hyphens',
})

const contact = Type.Object(
  {
    name: chosen(name('Who it is')),
    email: chosen(emailAddress('E-mail address')),
    phone: chosen(phone),
    kind: chosen(oneOf(CONTACT_KINDS, 'What the contact is for')),
  },
  { component: 'InstitutionContact' },
)

const branch = Type.Object(
  {
    id: chosen(identifier('The branch, unique in the institution')),
    name: chosen(name('Its name')),
    address: chosen(freeText('Where it is')),
  },
  { component: 'InstitutionBranch' },
)

const ADDRESS = {
  line1: chosen(freeText('Street and number')),
  line2: chosen(freeText('More of the street')),
  city: chosen(name('City')),
  state: chosen(name('State or province')),
  postalCode: chosen(postalCode),
  countryCode: chosen(countryCode('ISO 3166')),
}

const address = Type.Object(
  { ...ADDRESS, line2: Type.Optional(ADDRESS.line2), state: Type.Optional(ADDRESS.state) },
  { component: 'InstitutionAddress' },
)

/** Members may be left out or null; what remains must be complete. */
const sentAddress = Type.Object({
  line1: Type.Optional(ADDRESS.line1),
  line2: Type.Optional(orNull(ADDRESS.line2)),
  city: Type.Optional(ADDRESS.city),
  state: Type.Optional(orNull(ADDRESS.state)),
  postalCode: Type.Optional(ADDRESS.postalCode),
  countryCode: Type.Optional(ADDRESS.countryCode),
})

const amount = (description: string) =>
  chosen(
    Type.Number({
      description: `${description}, in major units of the base currency`,
      exclusiveMinimum: 0,
      expected: 'must be a positive amount',
    }),
  )

const LIMITS = {
  perTransaction: amount('Limit of one withdrawal'),
  perDay: amount('Limit of the withdrawals of a business day, by card, or by account without one'),
  countPerDay: chosen(
    Type.Integer({
      description: 'Withdrawals of a business day',
      minimum: 1,
      maximum: 1_000_000,
      expected: 'must be a whole number from 1 to 1000000',
    }),
  ),
  maxAccessFee: chosen(
    Type.Number({
      description: 'Largest access fee, in major units of the base currency',
      minimum: 0,
      expected: 'must be an amount from 0',
    }),
  ),
}

const REVERSAL = {
  windowHours: chosen(
    Type.Integer({
      description: 'Hours after which an original can no longer be reversed',
      minimum: 1,
      maximum: 8760,
      expected: 'must be a whole number from 1 to 8760',
    }),
  ),
  force: chosen(Type.Boolean({ description: 'Reversals of credits are posted even when the funds are spent' })),
}

const limits = Type.Object(
  {
    perTransaction: Type.Optional(LIMITS.perTransaction),
    perDay: Type.Optional(LIMITS.perDay),
    countPerDay: Type.Optional(LIMITS.countPerDay),
    maxAccessFee: Type.Optional(LIMITS.maxAccessFee),
  },
  { component: 'InstitutionLimits', description: 'An absent limit is no limit' },
)

const sentLimits = Type.Object({
  perTransaction: Type.Optional(orNull(LIMITS.perTransaction)),
  perDay: Type.Optional(orNull(LIMITS.perDay)),
  countPerDay: Type.Optional(orNull(LIMITS.countPerDay)),
  maxAccessFee: Type.Optional(orNull(LIMITS.maxAccessFee)),
})

const sentReversal = Type.Object({
  windowHours: Type.Optional(orNull(REVERSAL.windowHours)),
  force: Type.Optional(orNull(REVERSAL.force)),
})

const holdDays = Type.Integer({
  description: 'Days for which the uncertain part of a check deposit is held',
  minimum: 0,
  maximum: 365,
  expected: 'must be a whole number from 0 to 365',
})

const lists = {
  currencies: listOf(currencyCode('A currency'), 'Currencies of its accounts; the base currency unless stated'),
  routingNumbers: listOf(identifier('A routing number'), 'Routing numbers'),
  bins: listOf(bin, 'BINs; each belongs to one institution'),
  acquirerIds: listOf(identifier('An acquirer'), 'Acquirer ids'),
  contacts: listOf(contact, 'Contacts; activation needs a TECHNICAL one'),
  branches: listOf(branch, 'Branches'),
  services: listOf(oneOf(SERVICES, 'A service'), 'Services it offers; all unless stated'),
}

/** In a record. */
export const optionalFields = {
  currencies: chosen(lists.currencies),
  swiftBic: Type.Optional(chosen(swiftBic)),
  routingNumbers: chosen(lists.routingNumbers),
  bins: chosen(lists.bins),
  acquirerIds: chosen(lists.acquirerIds),
  address: Type.Optional(chosen(address)),
  contacts: chosen(lists.contacts),
  branches: chosen(lists.branches),
  services: chosen(lists.services),
  cutoverTime: chosen(cutoverTime),
  limits: chosen(limits),
  holdDays: chosen(holdDays),
  reversal: chosen(Type.Object(REVERSAL, { component: 'InstitutionReversal' })),
}

/** In a request. */
export const sentFields = {
  currencies: Type.Optional(chosen(orNull(lists.currencies))),
  swiftBic: Type.Optional(chosen(orNull(swiftBic))),
  routingNumbers: Type.Optional(chosen(orNull(lists.routingNumbers))),
  bins: Type.Optional(chosen(orNull(lists.bins))),
  acquirerIds: Type.Optional(chosen(orNull(lists.acquirerIds))),
  address: Type.Optional(chosen(orNull(sentAddress))),
  contacts: Type.Optional(chosen(orNull(lists.contacts))),
  branches: Type.Optional(chosen(orNull(lists.branches))),
  services: Type.Optional(chosen(orNull(lists.services))),
  cutoverTime: Type.Optional(chosen(orNull(cutoverTime))),
  limits: Type.Optional(chosen(orNull(sentLimits))),
  holdDays: Type.Optional(chosen(orNull(holdDays))),
  reversal: Type.Optional(chosen(orNull(sentReversal))),
}
