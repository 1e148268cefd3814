// Mails by SMTP. Each goes over a connection of its own, which is cut when the deadline passes: a server that keeps
// answering a little at a time never meets a timeout, and a delivery that goes on unseen would be repeated beside itself.

import { createTransport } from 'nodemailer'
import { isLoopback } from '../kernel/loopback.ts'
import { withTimeout } from '../kernel/timeout.ts'
import { isOneAddress } from './mail-address.ts'
import { MailError, type MailTransport, type OutgoingMail } from './mail-transport.ts'

/** Well under what a stop may take, so that a mail on its way is over before the process has to be. */
const DEADLINE_MS = 15_000
const SILENCE_MS = 10_000

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
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
    // The library takes an address apart wherever it finds a comma or a bracket.
    if (!isOneAddress(mail.to)) throw new MailError('ADDRESS', { isFinal: true })
    const transport = createTransport(this.#connection)
    try {
      await withTimeout(transport.sendMail(this.#messageOf(mail)), this.#deadlineMs, () => new MailError('DEADLINE'))
    } catch (error) {
      throw error instanceof MailError ? error : asMailError(error)
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
      // Out-of-office programs answer people only.
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
    // Whether to try again is decided by the outbox, which remembers.
    maxRequeues: 0,
    host,
    secure: url.protocol === 'smtps:',
    ...(url.port !== '' && { port: Number(url.port) }),
    ...(user !== '' && { auth: { user, pass } }),
    // TLS is used when it is offered. A password is not shown to a network that takes the offer away.
    requireTLS: user !== '' && url.protocol === 'smtp:' && !isLoopback(host),
    dnsTimeout: SILENCE_MS,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
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
  // What the server says of the sender or the password is ours to mend; of the receiver or the mail itself it is final.
  const isAboutThisMail = (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE'
  return new MailError([code, responseCode].filter((part) => part !== undefined).join(' '), {
    isFinal: permanent === true && isAboutThisMail,
  })
}
