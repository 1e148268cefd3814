// How the simulated chain behaves. In the sandbox the application properties `simulated.*` of the application `digital`
// override the defaults; tests pass their own.

export interface ChainSettings {
  /** Faults are drawn from it: the same seed, calls and clock give the same answers. */
  readonly seed: string
  readonly blockMs: number
  /** How many blocks must follow the one that includes an operation before it is final. */
  readonly depth: number
  /** The chance, from 0 to 1, that a call of submit() is lost on its way to the chain. */
  readonly lostRequest: number
  /** That the operation is accepted and the answer lost. */
  readonly lostReply: number
  readonly duplicateEvent: number
  /** That an event is held back, so that later ones overtake it. */
  readonly reorderedEvent: number
  /** That the block of an operation is orphaned; it is then included again. Needs a depth of two or more. */
  readonly reorg: number
  /** That a valid operation fails once its block is final. */
  readonly refused: number
  /** That an account is refused. */
  readonly refusedAccount: number
  /** That the chain cannot be reached for a period of `outageMs`. */
  readonly outage: number
  readonly outageMs: number
  readonly atomicBatches: boolean
  readonly nativeHolds: boolean
  /** The most tokens of an asset, in minor units; it is told as headroom alone. 0: no limit. */
  readonly ceilingMinor: bigint
}

export const DEFAULT_CHAIN_SETTINGS: ChainSettings = {
  seed: 'tillgate',
  blockMs: 100,
  depth: 2,
  lostRequest: 0,
  lostReply: 0,
  duplicateEvent: 0,
  reorderedEvent: 0,
  reorg: 0,
  refused: 0,
  refusedAccount: 0,
  outage: 0,
  outageMs: 1_000,
  atomicBatches: true,
  nativeHolds: true,
  ceilingMinor: 0n,
}

type Parsers = { readonly [Key in keyof ChainSettings]: (text: string) => ChainSettings[Key] | undefined }

const PARSERS: Parsers = {
  seed: (text) => (text.length > 0 && text.length <= 100 ? text : undefined),
  blockMs: (text) => wholeNumber(text, 1, 600_000),
  depth: (text) => wholeNumber(text, 0, 100),
  lostRequest: chance,
  lostReply: chance,
  duplicateEvent: chance,
  reorderedEvent: chance,
  reorg: chance,
  refused: chance,
  refusedAccount: chance,
  outage: chance,
  outageMs: (text) => wholeNumber(text, 1, 86_400_000),
  atomicBatches: flag,
  nativeHolds: flag,
  ceilingMinor: (text) => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined),
}

const CHANCE = 'must be a chance from 0 to 1, such as 0.25'
const FLAG = 'must be true or false'

/** What each parser takes. */
export const CHAIN_EXPECTED: Readonly<Record<keyof ChainSettings, string>> = {
  seed: 'must be 1 to 100 characters',
  blockMs: 'must be a whole number from 1 to 600000',
  depth: 'must be a whole number from 0 to 100',
  lostRequest: CHANCE,
  lostReply: CHANCE,
  duplicateEvent: CHANCE,
  reorderedEvent: CHANCE,
  reorg: CHANCE,
  refused: CHANCE,
  refusedAccount: CHANCE,
  outage: CHANCE,
  outageMs: 'must be a whole number from 1 to 86400000',
  atomicBatches: FLAG,
  nativeHolds: FLAG,
  ceilingMinor: 'must be a whole number of minor units, of at most 18 digits',
}

/** Such as `simulated.lost-request` for `lostRequest`. */
export const CHAIN_PROPERTIES = new Map(
  Object.keys(PARSERS).map((key) => [
    `simulated.${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    key as keyof ChainSettings,
  ]),
)

export interface ReadChainSettings {
  readonly settings: ChainSettings
  /** Names of properties whose values cannot be used; their defaults hold. */
  readonly unusable: readonly string[]
}

/** Settings from the texts of application properties; `textOf` answers undefined for those that are not set. */
export function readChainSettings(textOf: (property: string) => string | undefined): ReadChainSettings {
  const unusable: string[] = []
  const given: Partial<Record<keyof ChainSettings, unknown>> = {}
  for (const [property, key] of CHAIN_PROPERTIES) {
    const text = textOf(property)
    if (text === undefined) continue
    const value = PARSERS[key](text)
    if (value === undefined) unusable.push(property)
    else given[key] = value
  }
  // Each value came from the parser of its key.
  return { settings: { ...DEFAULT_CHAIN_SETTINGS, ...(given as Partial<ChainSettings>) }, unusable }
}

function wholeNumber(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

function chance(text: string): number | undefined {
  return /^(0|1|0?\.\d{1,9}|1\.0+)$/.test(text) ? Number(text) : undefined
}

function flag(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}
