// How a mail is delivered: by SMTP, to the sandbox's mailbox, or not at all.

import type { MailContent } from './outbox.ts'

export interface OutgoingMail extends MailContent {
  /** The same for every attempt, so that a receiver can recognize a duplicate. */
  readonly mailId: string
}

export interface MailTransport {
  /** Delivers the mail, or throws a MailError. */
  send(mail: OutgoingMail): Promise<void>
  /** Throws when mails cannot be delivered now. Absent when that cannot be tried without a mail. */
  probe?(): Promise<void>
}

/** Why a mail was not delivered. Never contains anything of the mail, though a server's answer may quote it. */
export class MailError extends Error {
  readonly code: string
  /** Retrying is pointless. */
  readonly isFinal: boolean

  constructor(code: string, { isFinal = false } = {}) {
    super(`the mail was not taken (${code})`)
    this.name = 'MailError'
    this.code = code
    this.isFinal = isFinal
  }
}

/** For a gateway without a mail server: mails wait until one is configured, or until they expire. */
export const noTransport: MailTransport = {
  async send() {
    throw new MailError('SMTP_URL is not set')
  },
  async probe() {
    throw new MailError('SMTP_URL is not set')
  },
}
