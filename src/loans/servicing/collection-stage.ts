// Where a loan is in collections: a stage by its days past due, and what to do next.

import { toDay } from '../engine/arithmetic/calendar-days.ts'
import type { LoanPosition } from '../engine/fold/loan-position.ts'

export const COLLECTION_STAGES = ['NONE', 'PRE', 'EARLY', 'LATE', 'LEGAL', 'CHARGED_OFF'] as const
export type CollectionStage = (typeof COLLECTION_STAGES)[number]

export const NEXT_ACTIONS = ['NONE', 'REMIND', 'CONTACT', 'DEMAND', 'LEGAL_ACTION', 'RECOVER', 'MONITOR'] as const
export type NextAction = (typeof NEXT_ACTIONS)[number]

/** A reminder goes out so many days before a due date. */
const REMINDER_DAYS = 5

/** PRE 5 days before due, EARLY 1–30 days past, LATE 31–90, LEGAL after that. */
export function collectionStage({ status, daysPastDue, nextDueDate, asOf }: LoanPosition): CollectionStage {
  if (status === 'CHARGED_OFF' || status === 'WRITTEN_OFF') return 'CHARGED_OFF'
  if (daysPastDue > 90) return 'LEGAL'
  if (daysPastDue > 30) return 'LATE'
  if (daysPastDue > 0) return 'EARLY'
  const isNear = nextDueDate !== undefined && toDay(nextDueDate) - toDay(asOf) <= REMINDER_DAYS
  return isNear ? 'PRE' : 'NONE'
}

const ACTIONS: Readonly<Record<CollectionStage, NextAction>> = {
  NONE: 'NONE',
  PRE: 'REMIND',
  EARLY: 'CONTACT',
  LATE: 'DEMAND',
  LEGAL: 'LEGAL_ACTION',
  CHARGED_OFF: 'RECOVER',
}

/** While an arrangement is kept, it is only watched. */
export function nextAction(stage: CollectionStage, isProtected: boolean): NextAction {
  return isProtected ? 'MONITOR' : ACTIONS[stage]
}
