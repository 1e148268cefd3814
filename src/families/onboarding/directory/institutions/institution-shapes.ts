// Financial institutions on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import {
  changeOf,
  identifier,
  recordExample,
  recordFields,
  recordName,
  searchText,
} from '../../../../edge/resource/record-shapes.ts'
import {
  countryCode,
  currencyCode,
  listOf,
  optionalFields,
  sentFields,
  status,
  timezone,
  type,
} from './institution-fields.ts'

const required = {
  legalName: chosen(recordName('Its name in law')),
  displayName: chosen(recordName('Its name for people')),
  type: chosen(type),
  countryCode: chosen(countryCode('ISO 3166')),
  baseCurrency: chosen(
    currencyCode('ISO 4217; limits are in it. It can be changed until the institution is submitted'),
  ),
  timezone: chosen(timezone),
}

/** Folders of the archive are called by it. */
const newInstitutionId = Type.String({
  description: "Family A's `institution.id`; it stays as it is",
  pattern: '^(?!\\.{1,2}$)[A-Za-z0-9_.-]{1,35}$',
  expected: 'must be 1 to 35 letters, digits, dots, hyphens or underscores, and neither . nor ..',
})

export const newInstitution = Type.Object({
  institutionId: chosen(newInstitutionId),
  ...required,
  ...sentFields,
})

export const institutionChange = changeOf(newInstitution, { fixed: ['institutionId'] })

export const institutionFilter = Type.Object({
  search: Type.Optional(chosen(searchText('A part of the institutionId or of a name'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  status: Type.Optional(chosen(listOf(status, 'In one of these states; none is any'))),
  type: Type.Optional(chosen(listOf(type, 'Only institutions of these types; all types when empty'))),
  countryCode: Type.Optional(chosen(countryCode('ISO 3166'))),
})

export const institution = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(identifier("Family A's `institution.id`")),
    legalName: chosen(Type.String({ description: 'Its name in law' })),
    displayName: chosen(Type.String({ description: 'Its name for people' })),
    type: required.type,
    countryCode: required.countryCode,
    baseCurrency: required.baseCurrency,
    timezone: required.timezone,
    ...optionalFields,
    status: chosen(status),
    statusReason: Type.Optional(chosen(Type.String({ description: 'Why it was rejected, suspended or terminated' }))),
    businessDate: chosen(Type.String({ description: 'Its business date now', format: 'date' })),
  },
  { component: 'Institution' },
)

export const NEW_INSTITUTION = {
  institutionId: 'FI010',
  legalName: 'Lakeside Savings Bank, Inc.',
  displayName: 'Lakeside Bank',
  type: 'BANK',
  countryCode: 'US',
  baseCurrency: 'USD',
  timezone: 'America/Chicago',
  currencies: ['USD'],
  swiftBic: 'LKSDUS44',
  routingNumbers: ['071000013'],
  bins: ['400010'],
  acquirerIds: ['ACQ010'],
  address: { line1: '7 Lake Street', city: 'Madison', state: 'WI', postalCode: '53703', countryCode: 'US' },
  contacts: [{ name: 'Core desk', email: 'core@lakeside.example', phone: '+1 608 555 0100', kind: 'TECHNICAL' }],
  branches: [{ id: '001', name: 'Lake Street', address: '7 Lake Street, Madison' }],
  services: ['LOOKUP', 'BALANCE', 'WITHDRAWAL'],
  cutoverTime: '18:00',
  limits: { perTransaction: 500, perDay: 1000, countPerDay: 10, maxAccessFee: 5 },
  holdDays: 2,
  reversal: { windowHours: 24, force: false },
}

export const INSTITUTION = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e10'),
  ...NEW_INSTITUTION,
  status: 'DRAFT',
  businessDate: '2026-01-15',
}
