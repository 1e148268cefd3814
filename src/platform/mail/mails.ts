// The mails we send. Text and HTML have the same content; the HTML loads no resources, so opening it is not tracked.
// Names appear only in the body, on one line and escaped; subjects contain no name and no secret.

import { compose, oneLine, readable } from './compose-mail.ts'
import type { Mail } from './outbox.ts'

export interface LinkMail {
  readonly to: string
  readonly firstName: string
  readonly link: string
  readonly expiresAtMs: number
}

export interface OtpMail {
  readonly to: string
  readonly code: string
  readonly expiresAtMs: number
}

/** Sent to a new user, to choose a first password. */
export function invitationMail({ to, firstName, link, expiresAtMs }: LinkMail): Mail {
  return compose({ to, expiresAtMs, subject: 'Your invitation to Tillgate' }, [
    { text: `Hello ${oneLine(firstName)},` },
    { text: 'you have been invited to Tillgate. Choose your password here:' },
    { link, label: 'Choose your password' },
    { text: `The link works once, until ${readable(expiresAtMs)}.` },
    { text: 'If you do not know what this is about, you can ignore this mail.' },
  ])
}

/** Sent to a user who forgot their password. */
export function resetMail({ to, firstName, link, expiresAtMs }: LinkMail): Mail {
  return compose({ to, expiresAtMs, subject: 'Set a new Tillgate password' }, [
    { text: `Hello ${oneLine(firstName)},` },
    { text: 'we were asked, hopefully by you, to set a new password for your Tillgate user. You can do so here:' },
    { link, label: 'Set a new password' },
    { text: `The link works once, until ${readable(expiresAtMs)}.` },
    { text: 'If it was not you, ignore this mail: your password stays as it is.' },
  ])
}

/** Sent to a new address, for its owner to confirm. */
export function confirmAddressMail({ to, firstName, link, expiresAtMs }: LinkMail): Mail {
  return compose({ to, expiresAtMs, subject: 'Confirm your new Tillgate address' }, [
    { text: `Hello ${oneLine(firstName)},` },
    { text: 'this address was given as the new one of your Tillgate user. Open the page and confirm it:' },
    { link, label: 'Confirm this address' },
    { text: `The link works once, until ${readable(expiresAtMs)}. Until you confirm, the address before counts.` },
    { text: 'If you do not know what this is about, you can ignore this mail.' },
  ])
}

export interface NewAddressMail {
  readonly to: string
  readonly firstName: string
  readonly newEmail: string
  readonly expiresAtMs: number
}

/** Sent to the present address when another one is to replace it. */
export function newAddressMail({ to, firstName, newEmail, expiresAtMs }: NewAddressMail): Mail {
  return compose({ to, expiresAtMs, subject: 'Your Tillgate address is to be changed' }, [
    { text: `Hello ${oneLine(firstName)},` },
    { text: 'the address of your Tillgate user is to be changed to this one:' },
    { code: oneLine(newEmail) },
    { text: `It changes when the new address confirms it, until ${readable(expiresAtMs)}. Your sessions end then.` },
    { text: 'If you did not ask for this, tell an administrator at once.' },
  ])
}

/** A one-time password. It contains no name; the recipient knows whom it is for. */
export function otpMail({ to, code, expiresAtMs }: OtpMail): Mail {
  return compose({ to, expiresAtMs, subject: 'Your Tillgate one-time password' }, [
    { text: 'Your one-time password is:' },
    { code },
    { text: `It works once, until ${readable(expiresAtMs)}. We will never ask you for it.` },
  ])
}

export interface WebhookOffMail {
  /** Ends a sentence. */
  readonly reason: string
  readonly to: string
  readonly url: string
  readonly partnerId: string
  readonly expiresAtMs: number
}

/** Sent to the contact of a webhook that the gateway has switched off. */
export function webhookOffMail({ to, url, partnerId, reason, expiresAtMs }: WebhookOffMail): Mail {
  return compose({ to, expiresAtMs, subject: 'A Tillgate webhook was switched off' }, [
    { text: `The webhook of partner ${oneLine(partnerId)} at this address was switched off: ${reason}.` },
    { code: oneLine(url) },
    {
      text: 'It gets no events until it is switched on again. Events of the last 30 days can then be delivered again.',
    },
  ])
}
