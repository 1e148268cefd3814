// Institutions on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import { currency, name } from '../../../edge/http/body/fields.ts'
import { chosen, given } from '../../../edge/http/operation.ts'
import { isLei } from '../../../platform/kernel/identifiers/lei.ts'
import type { Position } from '../../../tokens/movements/checks/positions.ts'
import { type DigitalInstitution, INSTITUTION_STATES } from '../../../tokens/parties/digital-institution.ts'
import { country, externalId } from '../shapes/party-fields.ts'
import { request } from '../shapes/request.ts'
import { resourceFields, text, wireHead } from '../shapes/resource.ts'
import { tokensOf } from '../shapes/token-amount.ts'

/** The transaction.type of the request that makes institutions. */
const FI_ONBOARDING = 'FI_ONBOARDING'

const currencies = Type.Refine(
  Type.Array(currency, {
    description: 'In which it issues tokens',
    minItems: 1,
    maxItems: 200,
    expected: 'must be 1 to 200 ISO 4217 currency codes, each once',
  }),
  (codes) => new Set(codes).size === codes.length,
)

const bic = Type.String({
  description: 'ISO 9362; no other institution may have it',
  pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$',
  expected: 'must be a BIC of 8 or 11 characters',
})

const lei = Type.Refine(
  Type.String({
    description: 'ISO 17442; no other institution may have it',
    pattern: '^[A-Z0-9]{18}[0-9]{2}$',
    expected: 'must be an LEI: 18 capitals or digits, then the 2 check digits that belong to them',
  }),
  isLei,
)

export const newInstitution = request(
  FI_ONBOARDING,
  {
    institution: given(
      Type.Object({
        name: name('Its name'),
        country: chosen(country('ISO 3166')),
        currencies: chosen(currencies),
        bic: Type.Optional(chosen(bic)),
        lei: Type.Optional(chosen(lei)),
        externalId: Type.Optional(
          externalId('The institution of account services whose accounts can be linked; the partner must work for it'),
        ),
      }),
    ),
  },
  'given',
)

/** What a change can say besides `status`. */
export const institutionChanges = {
  institution: Type.Optional(
    chosen(
      Type.Object({
        currencies: Type.Optional(chosen(currencies)),
        bic: Type.Optional(chosen(bic)),
        lei: Type.Optional(chosen(lei)),
      }),
    ),
  ),
}

/** What every partner may know of it. */
const publicTerms = {
  id: chosen(Type.String({ description: 'Its id', format: 'uuid' })),
  name: text('Its name'),
  country: text('ISO 3166'),
  currencies: chosen(Type.Array(Type.String(), { description: 'In which it issues tokens' })),
  bic: Type.Optional(text('ISO 9362')),
  lei: Type.Optional(text('ISO 17442')),
}

const terms = {
  ...publicTerms,
  externalId: Type.Optional(text('The institution of account services whose accounts can be linked')),
}

const head = resourceFields(INSTITUTION_STATES)

export const institution = Type.Object(
  { ...head, institution: chosen(Type.Object(terms)) },
  { component: 'DigitalInstitution' },
)

const tokens = (description: string) => chosen(Type.Number({ description }))

const position = Type.Object({
  currency: text('ISO 4217 code'),
  supply: tokens('Tokens in circulation'),
  backing: tokens('Money that backs them'),
  owed: tokens('To other institutions, for transfers; negative: they owe'),
  reserved: tokens('Open transfers to other institutions'),
  unclaimed: tokens('Money that could be neither turned into tokens nor given back'),
})

/** Another partner's institution has only `id`, `state` and `institution`, the latter without `externalId`. */
export const institutionDetail = Type.Object(
  {
    id: head.id,
    state: head.state,
    version: Type.Optional(head.version),
    transaction: Type.Optional(head.transaction),
    channelInfo: Type.Optional(head.channelInfo),
    createdAt: Type.Optional(head.createdAt),
    updatedAt: Type.Optional(head.updatedAt),
    institution: chosen(Type.Object(terms)),
    positions: Type.Optional(chosen(Type.Array(position, { description: 'One for each of its currencies' }))),
  },
  { component: 'DigitalInstitutionDetail' },
)

export function wireInstitution(institution: DigitalInstitution) {
  const { institutionId, state, externalId: bank, made } = institution
  return {
    ...wireHead(institutionId, state, FI_ONBOARDING, made),
    institution: { ...wirePublicTerms(institution), ...(bank !== undefined && { externalId: bank }) },
  }
}

/** As another partner sees it. */
export function wirePublicInstitution(institution: DigitalInstitution) {
  const { institutionId, state } = institution
  return { id: institutionId, state, institution: wirePublicTerms(institution) }
}

function wirePublicTerms(institution: DigitalInstitution) {
  return {
    id: institution.institutionId,
    name: institution.name,
    country: institution.country,
    currencies: institution.currencies,
    ...(institution.bic !== undefined && { bic: institution.bic }),
    ...(institution.lei !== undefined && { lei: institution.lei }),
  }
}

export function wirePosition({
  currency: code,
  supplyMinor,
  backingMinor,
  owedMinor,
  reservedMinor,
  unclaimedMinor,
}: Position) {
  return {
    currency: code,
    supply: tokensOf(supplyMinor, code),
    backing: tokensOf(backingMinor, code),
    owed: tokensOf(owedMinor, code),
    reserved: tokensOf(reservedMinor, code),
    unclaimed: tokensOf(unclaimedMinor, code),
  }
}

export const NEW_INSTITUTION = {
  transaction: { ref: 'fi-2026-001', type: FI_ONBOARDING },
  channelInfo: { type: 'API' },
  institution: {
    name: 'First Sandbox Bank',
    country: 'US',
    currencies: ['USD', 'EUR'],
    bic: 'FSBKUS33',
    lei: '5493001KJTIIGC8Y1R12',
    externalId: 'FI001',
  },
}

export const INSTITUTION = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d01',
  state: 'ACTIVE',
  version: 1,
  transaction: NEW_INSTITUTION.transaction,
  channelInfo: NEW_INSTITUTION.channelInfo,
  createdAt: '2026-01-15T10:00:00.000Z',
  updatedAt: '2026-01-15T10:00:00.000Z',
  institution: { id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1d01', ...NEW_INSTITUTION.institution },
}

export const INSTITUTION_DETAIL = {
  ...INSTITUTION,
  positions: [
    { currency: 'EUR', supply: 0, backing: 0, owed: 0, reserved: 0, unclaimed: 0 },
    { currency: 'USD', supply: 25000, backing: 25000, owed: 150, reserved: 20, unclaimed: 0 },
  ],
}

const { externalId: _, ...PUBLIC_TERMS } = INSTITUTION.institution
export const PUBLIC_INSTITUTION = { id: INSTITUTION.id, state: INSTITUTION.state, institution: PUBLIC_TERMS }
