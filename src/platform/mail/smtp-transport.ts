// Sends mails by SMTP, each over its own connection, which is closed at the deadline: a server that keeps answering a
// little at a time never hits an idle timeout, and a delivery that continued unnoticed would be retried concurrently.

import { createTransport } from 'nodemailer'
import { isLoopback } from '../kernel/loopback.ts'
import { withTimeout } from '../kernel/time/timeout.ts'
import { isSingleAddress } from './mail-address.ts'
import { MailError, type MailTransport, type OutgoingMail } from './mail-transport.ts'

/** Well under the stop limit, so that a mail in progress ends before the process must. */
const DEADLINE_MS = 15_000
const IDLE_TIMEOUT_MS = 10_000
const PROBE_LIMIT_MS = 2_000

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if required. */
  readonly url: string
  /** `bank@example.com` or `Bank <bank@example.com>`. */
  readonly from: string
  readonly deadlineMs?: number
}

export class SmtpTransport implements MailTransport {
  readonly #connection: ReturnType<typeof connectionOf>
  readonly #from: { readonly name: string; readonly address: string }
  readonly #deadlineMs: number

  constructor({ url, from, deadlineMs = DEADLINE_MS }: SmtpOptions) {
    this.#connection = connectionOf(new URL(url))
    this.#from = senderOf(from)
    this.#deadlineMs = deadlineMs
  }

  async send(mail: OutgoingMail): Promise<void> {
    // The library splits an address at commas and brackets.
    if (!isSingleAddress(mail.to)) throw new MailError('ADDRESS', { isFinal: true })
    const transport = createTransport(this.#connection)
    try {
      await withTimeout(transport.sendMail(this.#messageOf(mail)), this.#deadlineMs, () => new MailError('DEADLINE'))
    } catch (error) {
      throw error instanceof MailError ? error : asMailError(error)
    } finally {
      transport.close({ force: true })
    }
  }

  /** Connects and signs in, as a mail would. */
  async probe(): Promise<void> {
    const transport = createTransport(this.#connection)
    try {
      await withTimeout(transport.verify(), PROBE_LIMIT_MS, () => new MailError('DEADLINE'))
    } finally {
      transport.close({ force: true })
    }
  }

  #messageOf({ mailId, to, subject, text, html }: OutgoingMail) {
    const { address } = this.#from
    return {
      from: this.#from,
      to: { name: '', address: to },
      envelope: { from: address, to },
      messageId: `<${mailId}@${address.slice(address.lastIndexOf('@') + 1)}>`,
      // Keeps out-of-office programs from replying.
      headers: { 'Auto-Submitted': 'auto-generated' },
      xMailer: false as const,
      subject,
      text,
      html,
    }
  }
}

function connectionOf(url: URL) {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  return {
    // A pool of one connection for one mail: only a pool can be closed while it delivers.
    pool: true as const,
    maxConnections: 1,
    maxMessages: 1,
    // The outbox decides about retries, because it persists them.
    maxRequeues: 0,
    host,
    secure: url.protocol === 'smtps:',
    ...(url.port !== '' && { port: Number(url.port) }),
    ...(user !== '' && { auth: { user, pass } }),
    // TLS is used when offered. With a password it is required, so that stripping the offer does not reveal the
    // password.
    requireTLS: user !== '' && url.protocol === 'smtp:' && !isLoopback(host),
    dnsTimeout: IDLE_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    greetingTimeout: IDLE_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function senderOf(from: string): { name: string; address: string } {
  const named = /^(.*) <(.*)>$/.exec(from)
  return named === null ? { name: '', address: from } : { name: named[1] as string, address: named[2] as string }
}

function asMailError(error: unknown): MailError {
  const { code = 'UNKNOWN', responseCode, permanent, command } = error as Record<string, unknown>
  // Errors about the sender or the password are ours to fix; those about the recipient or the mail are final.
  const isAboutThisMail = (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE'
  return new MailError([code, responseCode].filter((part) => part !== undefined).join(' '), {
    isFinal: permanent === true && isAboutThisMail,
  })
}
