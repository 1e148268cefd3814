// How much may be corrected on an account in a business day: the application property `corrections.limit`, by currency. That of an
// institution takes the place of the one for all.

import { type FollowOptions, followProperties } from '../../administration/properties/followed-properties.ts'
import type { ReadKey } from '../../administration/properties/read-keys.ts'
import { isCurrency } from '../../platform/kernel/money/currencies.ts'
import { minorFromNumber } from '../../platform/kernel/money/money.ts'

const LIMIT_KEY = 'corrections.limit'

const KEYS = {
  [LIMIT_KEY]: { parse: readLimits, expected: 'must be JSON such as {"USD": 1000}, with exact amounts above 0' },
} as const satisfies Readonly<Record<string, ReadKey>>

export const CORRECTION_PROPERTIES = { application: 'tillgate', keys: KEYS }

/** While no property is kept. */
const DEFAULT: ReadonlyMap<string, bigint> = new Map([['USD', 100_000n]])

export interface CorrectionLimits {
  /** Undefined when the currency is not named: nothing may be corrected in it. */
  limitOf(institutionId: string, currency: string): bigint | undefined
  reload(): Promise<void>
  close(): void
}

export async function openCorrectionLimits(options: FollowOptions): Promise<CorrectionLimits> {
  const followed = await followProperties(options, { ...CORRECTION_PROPERTIES, ofInstitutions: true })
  return {
    limitOf: (institutionId, currency) => (followed.read(LIMIT_KEY, [institutionId]) ?? DEFAULT).get(currency),
    reload: () => followed.reload(),
    close: () => followed.close(),
  }
}

function readLimits(text: string): ReadonlyMap<string, bigint> | undefined {
  const limits: unknown = JSON.parse(text)
  if (typeof limits !== 'object' || limits === null || Array.isArray(limits)) return undefined
  const read = Object.entries(limits).map(([currency, amount]): [string, bigint | undefined] => [
    currency,
    isCurrency(currency) && typeof amount === 'number' && amount > 0 ? minorFromNumber(amount, currency) : undefined,
  ])
  return read.every((one): one is [string, bigint] => one[1] !== undefined) ? new Map(read) : undefined
}
