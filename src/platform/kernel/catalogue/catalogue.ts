// The catalogue of everything the platform can answer besides success: one row per code, for every family.
// Renderers, the OpenAPI documents and the error-code operations all read this table.

import { ACCOUNT_CODES } from './catalogue-accounts.ts'
import { DIGITAL_CODES } from './catalogue-digital.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { LENDING_CODES } from './catalogue-lending.ts'
import { ONBOARDING_CODES } from './catalogue-onboarding.ts'

export const CATALOGUE = {
  ...ACCOUNT_CODES,
  ...ONBOARDING_CODES,
  ...DIGITAL_CODES,
  ...LENDING_CODES,
} as const satisfies Record<string, CatalogueEntry>

export type CatalogueCode = keyof typeof CATALOGUE
