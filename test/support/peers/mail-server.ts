// A real SMTP server for tests: it keeps what it receives, and can reject mails, be slow, or be down.

import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly recipients: readonly string[]
  /** The raw message. */
  readonly raw: string
  readonly isEncrypted: boolean
  readonly user: string | undefined
}

export interface MailServer {
  readonly url: string
  readonly port: number
  readonly received: ReceivedMail[]
  close(): Promise<void>
}

export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    closeTimeout: 100,
    onData(stream, session, done) {
      text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          raw,
          isEncrypted: session.secure,
          user: session.user as string | undefined,
        })
        done()
      }, done)
    },
    ...options,
  })
  // Some tests disconnect on purpose.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The header's value, unfolded, or undefined; names are case-insensitive. */
export function headerOf(raw: string, name: string): string | undefined {
  const lines = headersOf(raw)
  return lines
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim()
}

export function headersOf(raw: string): string[] {
  return raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
}

/** The decoded parts of a multipart message by content type. */
export function partsOf(raw: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(headerOf(raw, 'content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`).slice(1, -1)
  return Object.fromEntries(
    parts.map((part) => {
      const message = part.replace(/^\r\n/, '')
      const body = message.slice(message.indexOf('\r\n\r\n') + 4)
      const type = /^[^;]+/.exec(headerOf(message, 'content-type') ?? '')?.[0] ?? ''
      return [type, decoded(body, headerOf(message, 'content-transfer-encoding'))]
    }),
  )
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
