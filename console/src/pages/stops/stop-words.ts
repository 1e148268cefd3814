// Stops in words.

import type { onboarding } from '@tillgate/sdk'
import { serviceName } from '../institutions/services.ts'

export type Stop = onboarding.Stop

export const STATES = ['ACTIVE', 'LIFTED', 'EXPIRED'] as const satisfies readonly Stop['state'][]

/** What is active here stops something. */
export function stateColor(state: Stop['state']): 'red' | 'gray' {
  return state === 'ACTIVE' ? 'red' : 'gray'
}

/** What is stopped, in a line of a list. */
export function whatInShort(stop: Stop): string {
  const { institutionId, partnerId, clientId, terminalId, terminalKind, services, bin, currencyCode, amountOver } = stop
  const parts = [
    institutionId,
    partnerId,
    clientId,
    terminalId,
    terminalKind,
    ...services.map(serviceName),
    bin,
    currencyCode,
    amountOver === undefined ? undefined : `> ${amountOver}`,
    stop.payerInstitutionId === undefined && stop.payeeInstitutionId === undefined
      ? undefined
      : `${stop.payerInstitutionId ?? '*'} → ${stop.payeeInstitutionId ?? '*'}`,
  ]
  return parts.filter((part) => part !== undefined).join(' · ')
}
