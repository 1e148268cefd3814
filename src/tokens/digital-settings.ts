// Settings of digital banking, followed from application properties of the application `digital`. Those under the digital
// institution's own id come first, then those under its externalId, then those for all.

import { type FollowOptions, followProperties } from '../administration/properties/followed-properties.ts'
import type { ReadKey } from '../administration/properties/read-keys.ts'
import { isCurrency } from '../platform/kernel/money/currencies.ts'
import { minorFromNumber } from '../platform/kernel/money/money.ts'
import { LEDGER_NAMES } from './ledgers/ledger-names.ts'
import {
  CHAIN_EXPECTED,
  CHAIN_PROPERTIES,
  type ChainSettings,
  readChainSettings,
} from './ledgers/simulated/chain-settings.ts'
import type { DigitalSettings, SettingsOf, TokenLimits } from './settings.ts'

const DEFAULT_ANSWER_WITHIN_MS = 2_000
/** Longer than a minute the server does not wait for an answer: it says 504. */
const MAX_ANSWER_WITHIN_MS = 50_000
const DEFAULT_HALTED_AFTER_MS = 60_000
const DEFAULT_SILENT_AFTER_MS = 15 * 60_000

const ONBOARDING = ['AUTO', 'MANUAL'] as const

const KEYS = {
  'onboarding.institutions': oneOf(ONBOARDING),
  'onboarding.users': oneOf(ONBOARDING),
  ledger: oneOf(LEDGER_NAMES),
  'answer-within': { parse: readAnswerWithin, expected: 'must be a duration such as 2s, 500ms or PT2S' },
  'halted-after': {
    parse: (text: string) => (text === '0' ? 0 : readDuration(text)),
    expected: 'must be a duration such as 60s, 5m or PT60S, or 0 for never',
  },
  'silent-after': {
    parse: (text: string) => readDuration(text) || undefined,
    expected: 'must be a duration above 0, such as 15m or PT15M',
  },
  limits: {
    parse: (text: string) => readByCurrency(text, readLimits),
    expected: 'must be JSON such as {"USD": {"perTransaction": 1000, "perDay": 5000}}, with exact amounts',
  },
  'net-debit-cap': {
    parse: (text: string) => readByCurrency(text, readAmount),
    expected: 'must be JSON such as {"USD": 100000}, with exact amounts',
  },
} as const satisfies Readonly<Record<string, ReadKey>>

/** Kept as texts: all of them together are the settings of the chain. */
const CHAIN_KEYS = Object.fromEntries(
  [...CHAIN_PROPERTIES].map(([property, setting]): [string, ReadKey<string>] => [
    property,
    {
      parse(text) {
        const { unusable } = readChainSettings((name) => (name === property ? text : undefined))
        return unusable.length === 0 ? text : undefined
      },
      expected: CHAIN_EXPECTED[setting],
    },
  ]),
)

type ChainKeys = Readonly<Record<`simulated.${string}`, ReadKey<string>>>

export const DIGITAL_PROPERTIES = {
  application: 'digital',
  keys: { ...CHAIN_KEYS, ...KEYS } as typeof KEYS & ChainKeys,
}

function oneOf<const Value extends string>(values: readonly Value[]) {
  return {
    parse: (text: string) => values.find((one) => one === text),
    expected: `must be one of ${values.join(', ')}`,
  }
}

export interface FollowedSettings {
  readonly settingsOf: SettingsOf
  /** Settings of the simulated chain; outside the sandbox its defaults. */
  chainSettings(): ChainSettings
  /** Reads all of them from the database again. */
  reload(): Promise<void>
  close(): void
}

/** Throws when they cannot be read at first. Later the last values stay in use until they can be read again. */
export async function openDigitalSettings(options: FollowOptions): Promise<FollowedSettings> {
  const { read, reload, close } = await followProperties(options, {
    ...DIGITAL_PROPERTIES,
    ofInstitutions: true,
  })
  const isSandbox = options.environment === 'sandbox'
  const textOf = (property: string) => (isSandbox ? read(property as keyof ChainKeys) : undefined)
  const chainSettings = () => readChainSettings(textOf).settings
  const settingsOf: SettingsOf = (institution): DigitalSettings => {
    const { institutionId, externalId } = institution ?? {}
    const ids = [institutionId, externalId].filter((id) => id !== undefined)
    return {
      onboardingInstitutions: read('onboarding.institutions', ids) ?? 'AUTO',
      onboardingUsers: read('onboarding.users', ids) ?? 'AUTO',
      ledger: read('ledger', ids) ?? 'builtin',
      answerWithinMs: read('answer-within', ids) ?? DEFAULT_ANSWER_WITHIN_MS,
      limits: read('limits', ids) ?? NONE,
      haltedAfterMs: read('halted-after', ids) ?? DEFAULT_HALTED_AFTER_MS,
      silentAfterMs: read('silent-after', ids) ?? DEFAULT_SILENT_AFTER_MS,
      netDebitCapMinor: read('net-debit-cap', ids) ?? NONE,
    }
  }
  return { settingsOf, chainSettings, reload, close }
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>()
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** `2s`, `500ms`, `1m`, `2h`, or ISO 8601 as properties of type DURATION have it: `PT2S`. */
function readDuration(text: string): number | undefined {
  const match = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? /^PT(\d{1,6}(?:\.\d{1,3})?)([SMH])$/.exec(text)
  if (match === null) return undefined
  const [, count = '', unit = ''] = match
  return Math.round(Number(count) * (UNIT_MS[unit.toLowerCase()] ?? 0))
}

function readAnswerWithin(text: string): number | undefined {
  const ms = /h$/i.test(text) ? undefined : readDuration(text)
  return ms && Math.min(ms, MAX_ANSWER_WITHIN_MS)
}

/** A JSON object with a member per currency. Undefined when any member cannot be used: half of a rule is another rule. */
function readByCurrency<Value>(
  text: string,
  readValue: (value: unknown, currency: string) => Value | undefined,
): ReadonlyMap<string, Value> | undefined {
  const members: unknown = JSON.parse(text)
  if (!isObject(members)) return undefined
  const values = new Map<string, Value>()
  for (const [currency, member] of Object.entries(members)) {
    const value = isCurrency(currency) ? readValue(member, currency) : undefined
    if (value === undefined) return undefined
    values.set(currency, value)
  }
  return values
}

function readLimits(value: unknown, currency: string): TokenLimits | undefined {
  if (!isObject(value)) return undefined
  const { perTransaction, perDay, ...unknown } = value
  if (Object.keys(unknown).length > 0) return undefined
  const perTransactionMinor = readAmount(perTransaction, currency)
  const perDayMinor = readAmount(perDay, currency)
  if (perTransaction !== undefined && perTransactionMinor === undefined) return undefined
  if (perDay !== undefined && perDayMinor === undefined) return undefined
  return {
    ...(perTransactionMinor !== undefined && { perTransactionMinor }),
    ...(perDayMinor !== undefined && { perDayMinor }),
  }
}

/** Minor units of a number in major units. */
function readAmount(value: unknown, currency: string): bigint | undefined {
  return typeof value === 'number' && value >= 0 ? minorFromNumber(value, currency) : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
