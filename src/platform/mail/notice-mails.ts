// Mails about changes that need a second person, and about alerts. The subject names no record.

import { DAY_MS } from '../kernel/time/clock.ts'
import { compose, oneLine, readable } from './compose-mail.ts'
import type { Mail } from './outbox.ts'

export interface ChangeWaitsMail {
  readonly to: string
  readonly firstName: string
  /** `Update biller: Biller Harbor Gas` */
  readonly change: string
  readonly requestedBy: string
  readonly link: string
  readonly expiresAtMs: number
}

/** Sent to those who may approve a change. */
export function changeWaitsMail({ to, firstName, change, requestedBy, link, expiresAtMs }: ChangeWaitsMail): Mail {
  return compose({ to, expiresAtMs, subject: 'A Tillgate change waits for your approval' }, [
    { text: `Hello ${oneLine(firstName)},` },
    { text: `${oneLine(requestedBy)} asks for a change that you may approve or reject:` },
    { text: oneLine(change) },
    { link, label: 'Open the change' },
    { text: `It expires on ${readable(expiresAtMs)}. Any of several users may decide about it.` },
  ])
}

export interface ChangeEndedMail {
  readonly to: string
  readonly firstName: string
  readonly change: string
  /** `approved`, `rejected` … */
  readonly state: string
  readonly decidedBy: string | undefined
  readonly comment: string | undefined
  readonly link: string
  readonly sentAtMs: number
}

/** Sent to the user who asked for a change. */
export function changeEndedMail(mail: ChangeEndedMail): Mail {
  const { to, firstName, change, state, decidedBy, comment, link, sentAtMs } = mail
  const by = decidedBy === undefined ? '' : ` by ${oneLine(decidedBy)}`
  return compose({ to, expiresAtMs: sentAtMs + DAY_MS, subject: 'Your Tillgate change was decided' }, [
    { text: `Hello ${oneLine(firstName)},` },
    { text: `the change that you asked for has ended: ${state}${by}.` },
    { text: oneLine(change) },
    ...(comment === undefined ? [] : [{ text: `“${oneLine(comment)}”` }]),
    { link, label: 'Open the change' },
  ])
}

export interface AlertMail {
  readonly to: string
  readonly firstName: string
  readonly isRaised: boolean
  /** Of the rule. */
  readonly name: string
  readonly about: string
  readonly value: number
  readonly threshold: number
  readonly link: string
  readonly sentAtMs: number
}

/** Sent to the people of an alert rule, when it is raised and when it is over. */
export function alertMail({ to, firstName, isRaised, name, about, value, threshold, link, sentAtMs }: AlertMail): Mail {
  const subject = isRaised ? 'A Tillgate alert was raised' : 'A Tillgate alert is over'
  return compose({ to, expiresAtMs: sentAtMs + DAY_MS, subject }, [
    { text: `Hello ${oneLine(firstName)},` },
    { text: `${isRaised ? 'raised' : 'over'} since ${readable(sentAtMs)}: ${oneLine(name)}.` },
    { text: `Measured: ${value} (threshold ${threshold})${about === '' ? '' : `, of ${oneLine(about)}`}.` },
    { link, label: 'Open the alert' },
  ])
}
