// Hot cards in words.

import type { onboarding } from '@tillgate/sdk'

export type HotCard = onboarding.HotCard

/** With the code that orders are declined with. */
export const REASONS: readonly { readonly value: HotCard['reason']; readonly label: string }[] = [
  { value: 'STOLEN', label: 'Stolen (209)' },
  { value: 'LOST', label: 'Lost (208)' },
  { value: 'FRAUD', label: 'Suspected fraud (102)' },
]

export const STATES = ['ACTIVE', 'LIFTED', 'EXPIRED'] as const satisfies readonly HotCard['state'][]

export function reasonInWords(reason: HotCard['reason']): string {
  return REASONS.find(({ value }) => value === reason)?.label ?? reason
}

/** What is active here stops something. */
export function stateColor(state: HotCard['state']): 'red' | 'gray' {
  return state === 'ACTIVE' ? 'red' : 'gray'
}
