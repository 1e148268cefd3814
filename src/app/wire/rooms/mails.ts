// Mails: the outbox that parts write to, and the sender with its transport.

import type { Logger } from 'pino'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { MailSender } from '../../../platform/mail/mail-sender.ts'
import { type MailTransport, noTransport } from '../../../platform/mail/mail-transport.ts'
import { Outbox } from '../../../platform/mail/outbox.ts'
import { sandboxTransport } from '../../../platform/mail/sandbox-transport.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Config } from '../../config/config.ts'
import type { Wiring } from '../wiring.ts'

export interface MailParts {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly config: Pick<Config, 'environment' | 'mail'>
  readonly logger: Logger
  /** Resolves when this worker does what one worker does for all; undefined in a process of its own. */
  readonly duties?: Promise<void> | undefined
  readonly wiring: Wiring
}

export interface Mails {
  readonly outbox: Outbox
  readonly mailSender: MailSender
}

export async function openMails(parts: MailParts): Promise<Mails> {
  const { database, clock, secretBox, logger, duties, wiring } = parts
  const outbox = wiring.make(Outbox, { secretBox, clock })
  const transport = await mailTransport(parts)
  const mailSender = wiring.make(MailSender, { database, secretBox, clock, transport, log: logger })
  // Retries; a mail that is queued here is sent from here.
  if (duties === undefined) mailSender.start()
  else duties.then(() => mailSender.start())
  return { outbox, mailSender }
}

async function mailTransport({ config, database, clock, wiring }: MailParts): Promise<MailTransport> {
  const { mail } = config
  if (mail !== undefined) {
    // Loaded only if a mail server is configured.
    const { SmtpTransport } = await import('../../../platform/mail/smtp-transport.ts')
    return wiring.make(SmtpTransport, { url: mail.smtpUrl, from: mail.from })
  }
  return config.environment === 'sandbox'
    ? wiring.open('sandboxTransport', sandboxTransport, { database, clock })
    : wiring.given('noTransport', noTransport)
}
