// Connections to cores, in the words of the console.

import type { onboarding } from '@tillgate/sdk'

export type Connection = onboarding.CoreConnectivity
export type CoreType = Connection['coreType']

export const ENVIRONMENTS: readonly Connection['environment'][] = ['sandbox', 'qa', 'uat', 'prod']
export const STATUSES: readonly Connection['status'][] = ['DRAFT', 'TESTED', 'ACTIVE', 'INACTIVE']

export const CORE_TYPES: readonly { value: CoreType; label: string }[] = [
  { value: 'BUILTIN', label: 'Built-in bank' },
  { value: 'REST', label: 'REST core' },
  { value: 'ISO8583', label: 'ISO 8583 core' },
  { value: 'SANDBOX', label: 'Sandbox bank' },
]

export const CORE_TYPE_HINTS: Readonly<Record<CoreType, string>> = {
  BUILTIN: 'Tillgate keeps the accounts itself. They are loaded from files with “tillgate load”.',
  REST: 'The bank has a core of its own, which answers the HTTP API of contract/core.json.',
  ISO8583: 'The bank has a core of its own that speaks ISO 8583 over TCP.',
  SANDBOX: 'The built-in bank with scenario accounts. It came with the sandbox and is read-only.',
}

/** Choices for a new connection; SANDBOX is seeded. */
export const CHOSEN_CORE_TYPES = CORE_TYPES.filter(({ value }) => value !== 'SANDBOX')

export const isRestCore = (coreType: CoreType) => coreType === 'REST'
export const isIso8583Core = (coreType: CoreType) => coreType === 'ISO8583'

export function coreTypeName(coreType: CoreType): string {
  return CORE_TYPES.find(({ value }) => value === coreType)?.label ?? coreType
}

export function addressOf({ baseUrl, host, port }: Connection): string {
  if (baseUrl !== null) return baseUrl
  return host === null ? '—' : `${host}:${port ?? ''}`
}
