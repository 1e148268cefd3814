// Work on exceptions in words.

import type { onboarding } from '@tillgate/sdk'
import { word } from '../../../../texts/translate.ts'
import { ACTIONS, type ResolvingAction, type TransactionException } from '../exception-words.ts'

export type Priority = TransactionException['priority']
export type ExceptionJob = onboarding.ExceptionJob

export const PRIORITIES = [
  { value: 'HIGH', label: 'High' },
  { value: 'NORMAL', label: 'Normal' },
  { value: 'LOW', label: 'Low' },
]

/** How many ids a job takes. */
export const MOST_IDS = 500

export function isUnfinished({ state }: ExceptionJob): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

/** What the job does with each exception. */
export function actionInWords({ action }: ExceptionJob): string {
  return action === 'ASSIGN' ? word('Handed out') : ACTIONS[action as ResolvingAction]
}
