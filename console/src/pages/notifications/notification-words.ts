// What a notification says, in the reader's language, and where it leads.

import type { onboarding } from '@tillgate/sdk'
import { formatCount } from '../../kit/show/format.ts'
import { auditWords } from '../audit/audit-words.ts'
import { operationInWords } from '../change-requests/change-request-words.ts'

export type Notification = onboarding.Notification

export interface NotificationWords {
  readonly title: string
  readonly note: string
  /** The page that shows what it tells of. */
  readonly to: string | undefined
}

/** The gateway says texts only. */
type Details = Readonly<Record<string, string | undefined>>

export function wordsOf({ kind, title, resourceId, ...notification }: Notification): NotificationWords {
  const details = notification.details as Details
  if (kind === 'CHANGE_WAITS') {
    const note = `Waits for your approval. Asked by ${details.requestedBy ?? '—'}.`
    return { title: changeOf(details), note, to: `/change-requests/${resourceId}` }
  }
  if (kind === 'CHANGE_ENDED') {
    return { title: changeOf(details), note: endOf(details), to: `/change-requests/${resourceId}` }
  }
  if (kind === 'CHANGE_EMERGENCY' || kind === 'CHANGE_OVERDUE' || kind === 'CHANGE_REVIEWED') {
    return { title: changeOf(details), note: emergencyNote(kind, details), to: `/change-requests/${resourceId}` }
  }
  if (kind === 'EXPORT_ENDED') {
    const isDone = details.state === 'DONE'
    return {
      title: isDone ? 'Your export is ready' : 'Your export has failed',
      note: isDone ? `${formatCount(Number(details.rows ?? 0))} transactions` : 'The list of exports says why.',
      to: '/exports',
    }
  }
  if (kind === 'ALERT') {
    const isRaised = details.state === 'RAISED'
    return {
      title: details.name ?? title,
      note: isRaised ? ['Alert', details.about].filter(Boolean).join(': ') : 'The alert is over.',
      to: `/alerts/${resourceId}`,
    }
  }
  if (kind === 'EXCEPTIONS_GIVEN') return { title, note: '', to: '/exceptions' }
  if (kind === 'EXCEPTION_JOB_ENDED') return { title, note: '', to: '/exceptions/jobs' }
  return { title, note: '', to: undefined }
}

/** `Update biller: Biller Harbor Gas`. */
function changeOf({ operation = '', record = '', recordName }: Details): string {
  return `${operationInWords(operation)}: ${[auditWords(record), recordName].filter(Boolean).join(' ')}`
}

function endOf({ state, decidedBy, comment }: Details): string {
  const end = sentenceOf(state)
  const by = decidedBy === undefined ? undefined : `Decided by ${decidedBy}.`
  return [end, by, comment && `“${comment}”`].filter(Boolean).join(' ')
}

function emergencyNote(kind: Notification['kind'], { requestedBy = '—', reviewedBy = '—', ...of }: Details): string {
  if (kind === 'CHANGE_EMERGENCY') return `Carried out in an emergency by ${requestedBy}. “${of.reason ?? ''}”`
  if (kind === 'CHANGE_OVERDUE') return `Nobody has reviewed this emergency change of ${requestedBy} in 24 hours.`
  const end =
    of.state === 'OBJECTED'
      ? `${reviewedBy} objects to this emergency change.`
      : `Reviewed and confirmed by ${reviewedBy}.`
  return of.comment === undefined ? end : `${end} “${of.comment}”`
}

function sentenceOf(state: string | undefined): string {
  if (state === 'APPROVED') return 'Your change is approved and made.'
  if (state === 'REJECTED') return 'Your change is rejected.'
  if (state === 'EXPIRED') return 'Nobody has decided about your change in time.'
  if (state === 'FAILED') return 'Your change was approved, but could not be made.'
  return 'Your change has ended.'
}
