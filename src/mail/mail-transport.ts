// How a mail leaves the house: by SMTP, into the sandbox's mailbox, or not at all.

import type { MailContent } from './outbox.ts'

export interface OutgoingMail extends MailContent {
  /** The same at every attempt, so that a receiver can tell a repetition. */
  readonly mailId: string
}

export interface MailTransport {
  /** Hands the mail over, or throws a MailError. */
  send(mail: OutgoingMail): Promise<void>
}

/** Why a mail was not handed over. It never carries anything of the mail: a server's answer may quote it. */
export class MailError extends Error {
  readonly code: string
  /** No attempt will ever succeed. */
  readonly isFinal: boolean

  constructor(code: string, { isFinal = false } = {}) {
    super(`the mail was not taken (${code})`)
    this.name = 'MailError'
    this.code = code
    this.isFinal = isFinal
  }
}

/** For a gateway without a mail server: mails wait for one to be configured until they expire. */
export const noTransport: MailTransport = {
  async send() {
    throw new MailError('SMTP_URL is not set')
  },
}
