// A terminal as its form holds it, and as the gateway takes it.

import type { onboarding } from '@tillgate/sdk'
import type { TerminalService } from './terminal-words.ts'

/** An empty field of a number is an empty text. */
export type Amount = number | string

export interface TerminalValues extends Record<string, unknown> {
  institutionId: string | null
  terminalId: string
  acceptorId: string
  kind: onboarding.Terminal['kind'] | null
  location: string
  branchId: string
  subTenantId: string | null
  currencies: string[]
  /** The record does not say whether its services are its own, so an edited terminal keeps them unless told. */
  servicesFrom: 'kept' | 'institution' | 'own'
  services: TerminalService[]
  smallestNote: { amount: Amount; currencyCode: string | null }
  limits: { perTransaction: Amount; perDay: Amount; countPerDay: Amount }
}

export function newTerminalValues(institutionId: string | null): TerminalValues {
  return {
    institutionId,
    terminalId: '',
    acceptorId: '',
    kind: null,
    location: '',
    branchId: '',
    subTenantId: null,
    currencies: [],
    servicesFrom: 'institution',
    services: [],
    smallestNote: { amount: '', currencyCode: null },
    limits: { perTransaction: '', perDay: '', countPerDay: '' },
  }
}

export function terminalValues(terminal: onboarding.Terminal): TerminalValues {
  const { smallestNote, limits } = terminal
  return {
    institutionId: terminal.institutionId,
    terminalId: terminal.terminalId,
    acceptorId: terminal.acceptorId,
    kind: terminal.kind,
    location: terminal.location,
    branchId: terminal.branchId,
    subTenantId: terminal.subTenantId ?? null,
    currencies: [...terminal.currencies],
    servicesFrom: 'kept',
    services: [...terminal.services],
    smallestNote: { amount: smallestNote?.amount ?? '', currencyCode: smallestNote?.currencyCode ?? null },
    limits: {
      perTransaction: limits?.perTransaction ?? '',
      perDay: limits?.perDay ?? '',
      countPerDay: limits?.countPerDay ?? '',
    },
  }
}

/** What create and change have in common; null clears. */
export function terminalBody(values: TerminalValues) {
  const { smallestNote, limits, servicesFrom } = values
  const hasNote = smallestNote.amount !== '' || smallestNote.currencyCode !== null
  return {
    acceptorId: values.acceptorId.trim(),
    kind: values.kind as onboarding.Terminal['kind'],
    location: values.location.trim(),
    branchId: values.branchId.trim(),
    subTenantId: values.subTenantId,
    currencies: values.currencies,
    ...(servicesFrom !== 'kept' && { services: servicesFrom === 'own' ? values.services : null }),
    smallestNote: hasNote
      ? { amount: numberOf(smallestNote.amount) ?? 0, currencyCode: smallestNote.currencyCode ?? '' }
      : null,
    limits: {
      perTransaction: numberOf(limits.perTransaction),
      perDay: numberOf(limits.perDay),
      countPerDay: numberOf(limits.countPerDay),
    },
  }
}

function numberOf(value: Amount): number | null {
  return value === '' ? null : Number(value)
}

export function terminalFaults(values: TerminalValues): Record<string, string> {
  const needed = ['institutionId', 'terminalId', 'acceptorId', 'kind', 'location', 'branchId'] as const
  return {
    ...Object.fromEntries(
      needed.filter((name) => (values[name] ?? '').trim() === '').map((name) => [name, 'Is required']),
    ),
    ...(values.servicesFrom === 'own' && values.services.length === 0 && { services: 'Choose at least one' }),
  }
}
