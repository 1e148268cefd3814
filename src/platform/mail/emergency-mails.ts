// Mails about changes that were carried out in an emergency. The subject names no record.

import { DAY_MS } from '../kernel/time/clock.ts'
import { compose, oneLine, readable } from './compose-mail.ts'
import type { Mail } from './outbox.ts'

export interface EmergencyMail {
  readonly to: string
  readonly firstName: string
  /** `Update biller: Biller Harbor Gas` */
  readonly change: string
  readonly requestedBy: string
  readonly reason: string
  readonly atMs: number
  readonly reviewDueAtMs: number
  readonly link: string
  readonly sentAtMs: number
}

/** Sent to all who could have approved the change. */
export function emergencyMail(mail: EmergencyMail): Mail {
  const { to, firstName, change, requestedBy, reason, atMs, reviewDueAtMs, link, sentAtMs } = mail
  return compose({ to, expiresAtMs: sentAtMs + DAY_MS, subject: 'A Tillgate change was carried out in an emergency' }, [
    { text: `Hello ${oneLine(firstName)},` },
    {
      text: `${oneLine(requestedBy)} has carried out a change at ${readable(atMs)} that should have waited for approval:`,
    },
    { text: oneLine(change) },
    { text: `The reason given: “${oneLine(reason)}”` },
    { link, label: 'Review the change' },
    { text: `One of those who could have approved it should review it before ${readable(reviewDueAtMs)}.` },
  ])
}

/** Sent to the same people when nobody has reviewed it in time. */
export function overdueReviewMail(mail: EmergencyMail): Mail {
  const { to, firstName, change, requestedBy, reason, atMs, link, sentAtMs } = mail
  return compose({ to, expiresAtMs: sentAtMs + DAY_MS, subject: 'A Tillgate emergency change has no review' }, [
    { text: `Hello ${oneLine(firstName)},` },
    { text: `nobody has reviewed the change that ${oneLine(requestedBy)} carried out at ${readable(atMs)}:` },
    { text: oneLine(change) },
    { text: `The reason given: “${oneLine(reason)}”` },
    { link, label: 'Review the change' },
  ])
}

export interface ReviewMail extends EmergencyMail {
  readonly isObjection: boolean
  readonly reviewedBy: string
  readonly comment: string
}

/** Sent to the user who made the change; an objection also to those who could have approved it. */
export function reviewMail(mail: ReviewMail): Mail {
  const { to, firstName, change, requestedBy, link, sentAtMs, isObjection, reviewedBy, comment } = mail
  const subject = isObjection
    ? 'Objection to a Tillgate emergency change'
    : 'Your Tillgate emergency change was reviewed'
  const said = isObjection ? 'objects to' : 'has reviewed and confirmed'
  return compose({ to, expiresAtMs: sentAtMs + DAY_MS, subject }, [
    { text: `Hello ${oneLine(firstName)},` },
    { text: `${oneLine(reviewedBy)} ${said} the change that ${oneLine(requestedBy)} carried out in an emergency:` },
    { text: oneLine(change) },
    { text: `“${oneLine(comment)}”` },
    { link, label: 'Open the change' },
    ...(isObjection ? [{ text: 'Nothing was undone: decide together what is to be done about it.' }] : []),
  ])
}
