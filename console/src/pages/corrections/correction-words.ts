// The words of corrections.

import type { onboarding } from '@tillgate/sdk'

export type Correction = onboarding.Correction
export type CorrectionKind = Correction['kind']

export const KIND_CHOICES: readonly { readonly value: CorrectionKind; readonly label: string }[] = [
  { value: 'GOODWILL', label: 'Goodwill' },
  { value: 'FEE_REFUND', label: 'Refund of an access fee' },
  { value: 'LOST_DEPOSIT', label: 'Lost deposit' },
  { value: 'SUSPENSE', label: 'From the suspense of exceptions' },
  { value: 'ERROR', label: 'Wrong posting' },
]

export function kindInWords(kind: CorrectionKind): string {
  return KIND_CHOICES.find(({ value }) => value === kind)?.label ?? kind
}

export const DIRECTION_CHOICES: readonly { readonly value: Correction['direction']; readonly label: string }[] = [
  { value: 'CREDIT', label: 'Credit: the account gets money' },
  { value: 'DEBIT', label: 'Debit: the account gives money' },
]

/** Credits are above 0. */
export function signedAmount({ direction, amount }: Pick<Correction, 'direction' | 'amount'>): number {
  return direction === 'CREDIT' ? amount : -amount
}
