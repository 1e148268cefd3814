// What the codes of terminals and their keys mean.

import type { onboarding } from '@tillgate/sdk'

export const KINDS: readonly { readonly value: onboarding.Terminal['kind']; readonly label: string }[] = [
  { value: 'ATM', label: 'ATM' },
  { value: 'TELLER', label: 'Teller desk' },
  { value: 'IVR', label: 'Telephone (IVR)' },
  { value: 'MOBILE', label: 'Mobile app' },
  { value: 'POS', label: 'Point of sale' },
]

export function kindWord(kind: string): string {
  return KINDS.find(({ value }) => value === kind)?.label ?? kind
}

export type TerminalService = onboarding.Terminal['services'][number]

type KeyType = onboarding.TerminalKey['keyType']

export const KEY_TYPES: readonly { readonly value: KeyType; readonly label: string; readonly use: string }[] = [
  { value: 'APP', label: 'Application key', use: 'authenticates the terminal’s application' },
  { value: 'TMK', label: 'Master key', use: 'protects the other keys on their way to the terminal' },
  { value: 'TPK', label: 'PIN key', use: 'encrypts PINs' },
  { value: 'TAK', label: 'Authentication key', use: 'authenticates messages' },
]

export function keyTypeWord(type: string): string {
  const label = KEY_TYPES.find(({ value }) => value === type)?.label
  return label === undefined ? type : `${label} (${type})`
}

export const ALGORITHMS: readonly { readonly value: onboarding.TerminalKey['algorithm']; readonly label: string }[] = [
  { value: 'AES256', label: 'AES-256' },
  { value: 'HMAC_SHA256', label: 'HMAC-SHA-256' },
]

export function algorithmWord(algorithm: string): string {
  return ALGORITHMS.find(({ value }) => value === algorithm)?.label ?? algorithm
}

export type CashKind = onboarding.CashMovement['kind']

export const CASH_KINDS: readonly { readonly value: CashKind; readonly label: string; readonly meaning: string }[] = [
  {
    value: 'COUNT',
    label: 'Counted',
    meaning: 'All that is in it. The difference from what is expected is an exception.',
  },
  { value: 'LOAD', label: 'Put in', meaning: 'Cash that was brought to the terminal.' },
  { value: 'UNLOAD', label: 'Taken out', meaning: 'Cash that was taken away from the terminal.' },
]

export function cashWord(kind: string): string {
  return CASH_KINDS.find(({ value }) => value === kind)?.label ?? kind
}
