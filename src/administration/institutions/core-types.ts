// The kinds of core that can serve an institution: the list of them, and what sets each apart.

/**
 *   BUILTIN   the built-in bank
 *   SANDBOX   the built-in bank with the sandbox's scenarios; seeded, cannot be chosen
 *   REST      a core of the bank's own that implements contract/core.json
 *   ISO8583   a core of the bank's own that speaks ISO 8583
 */
export const CORE_TYPES = ['BUILTIN', 'SANDBOX', 'REST', 'ISO8583'] as const
export const CHOSEN_CORE_TYPES = ['BUILTIN', 'REST', 'ISO8583'] as const

export type StoredCoreType = (typeof CORE_TYPES)[number]
export type ChosenCoreType = (typeof CHOSEN_CORE_TYPES)[number]

/**
 * NONE: no connection of the institution is ACTIVE in this environment. No core serves an institution whose type is NONE or
 * UNKNOWN.
 */
export type CoreType = StoredCoreType | 'NONE' | 'UNKNOWN'

/** The accounts are in our books. Takes any text, as a column may hold a type that this version does not know. */
export function isBuiltInCore(type: string): boolean {
  return type === 'BUILTIN' || type === 'SANDBOX'
}

/** Asked over HTTP, at a URL. */
export function isRestCore(type: CoreType): type is 'REST' {
  return type === 'REST'
}

/** Another process, which keeps its own books. */
export function isRemoteCore(type: CoreType): boolean {
  return isRestCore(type) || isIso8583Core(type)
}

/** Asked over TCP, at a host and port. */
export function isIso8583Core(type: CoreType): type is 'ISO8583' {
  return type === 'ISO8583'
}
