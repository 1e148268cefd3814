/** The values of the property `ledger`. */
export const LEDGER_NAMES = ['builtin', 'simulated', 'evm'] as const
export type LedgerName = (typeof LEDGER_NAMES)[number]
