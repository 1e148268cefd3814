// Reconciliations in words.

import type { onboarding } from '@tillgate/sdk'

export type Reconciliation = onboarding.Reconciliation
export type Difference = onboarding.ReconciliationDifference
export type DifferenceKind = Difference['kind']

const DIFFERENCES: Readonly<Record<DifferenceKind, string>> = {
  MISSING_HERE: 'Missing here',
  MISSING_THERE: 'Missing there',
  DIFFERENT: 'Amounts differ',
  DUPLICATE: 'Line repeated in the file',
  OTHER_DATE: 'Of another date',
}

export function differenceInWords(kind: DifferenceKind): string {
  return DIFFERENCES[kind]
}

export const DIFFERENCE_CHOICES = (Object.keys(DIFFERENCES) as DifferenceKind[]).map((value) => ({
  value,
  label: DIFFERENCES[value],
}))

/** Something happens without anybody doing it. */
export function isAtWork({ state }: Reconciliation): boolean {
  return state === 'RECEIVING' || state === 'QUEUED' || state === 'MATCHING'
}
