// A rate as its form holds it, and as the requests name it.

import type { onboarding } from '@tillgate/sdk'
import { numberOf, textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'

export type BandValues = {
  amountMin: number | string
  amountMax: number | string
  termMin: number | string
  termMax: number | string
  riskGrades: string[]
}

export const NEW_BAND: BandValues = { amountMin: '', amountMax: '', termMin: '', termMax: '', riskGrades: [] }

export type RateValues = {
  productCode: string
  nominalRate: number | string
  type: onboarding.LoanRate['type']
  index: string
  spread: number | string
  effectiveFrom: string
  effectiveTo: string
  bands: BandValues[]
}

export const NEW_RATE: RateValues = {
  productCode: '',
  nominalRate: '',
  type: 'FIXED',
  index: '',
  spread: '',
  effectiveFrom: '',
  effectiveTo: '',
  bands: [],
}

export function valuesOfRate(rate: onboarding.LoanRate): RateValues {
  return {
    productCode: rate.productCode,
    nominalRate: rate.nominalRate,
    type: rate.type,
    index: rate.index ?? '',
    spread: rate.spread ?? '',
    effectiveFrom: rate.effectiveFrom,
    effectiveTo: rate.effectiveTo ?? '',
    bands: rate.bands.map(({ amount, termMonths, riskGrades }) => ({
      amountMin: amount?.min ?? '',
      amountMax: amount?.max ?? '',
      termMin: termMonths?.min ?? '',
      termMax: termMonths?.max ?? '',
      riskGrades: riskGrades ?? [],
    })),
  }
}

export function requestOfRate(values: RateValues) {
  const isIndexed = values.type === 'INDEXED'
  return {
    nominalRate: numberOf(values.nominalRate) ?? 0,
    type: values.type,
    index: isIndexed ? (textOf(values.index) ?? null) : null,
    spread: isIndexed ? (numberOf(values.spread) ?? null) : null,
    effectiveFrom: values.effectiveFrom,
    effectiveTo: textOf(values.effectiveTo) ?? null,
    bands: values.bands.map(bandOf),
  }
}

function bandOf(values: BandValues): onboarding.LoanRateBand {
  const amount = present({ min: numberOf(values.amountMin), max: numberOf(values.amountMax) })
  const termMonths = present({ min: numberOf(values.termMin), max: numberOf(values.termMax) })
  return {
    ...(Object.keys(amount).length > 0 && { amount }),
    ...(Object.keys(termMonths).length > 0 && { termMonths }),
    ...(values.riskGrades.length > 0 && { riskGrades: values.riskGrades }),
  }
}

export function checkRate(values: RateValues) {
  const needed = (isNeeded: boolean, value: number | string) =>
    isNeeded && value === '' ? 'This is needed' : undefined
  const isIndexed = values.type === 'INDEXED'
  return present({
    productCode: needed(true, values.productCode),
    nominalRate: needed(true, values.nominalRate),
    index: needed(isIndexed, values.index.trim()),
    spread: needed(isIndexed, values.spread),
    effectiveFrom: needed(true, values.effectiveFrom),
  })
}

/** The request nests what stands side by side in a row of the form. */
export const RATE_FIELD_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 50 }, (_, at) => [
    [`bands.${at}`, `bands.${at}.amountMin`],
    [`bands.${at}.amount`, `bands.${at}.amountMin`],
    [`bands.${at}.amount.min`, `bands.${at}.amountMin`],
    [`bands.${at}.amount.max`, `bands.${at}.amountMax`],
    [`bands.${at}.termMonths`, `bands.${at}.termMin`],
    [`bands.${at}.termMonths.min`, `bands.${at}.termMin`],
    [`bands.${at}.termMonths.max`, `bands.${at}.termMax`],
  ]).flat() as [string, string][],
)
