// tillgate iso8583 send: one message to a host or to the port of switches, and its answer.

import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Iso8583Error } from '../../../channels/iso8583/iso8583-error.ts'
import { maskMessage } from '../../../channels/iso8583/masked-message.ts'
import type { Message, MessageCodec } from '../../../channels/iso8583/message-codec.ts'
import { MessageLink } from '../../../channels/iso8583-link/message-link.ts'
import type { Shell } from '../shell.ts'
import { codecFor, printMessage, readGivenFile, readInput, readMessage } from './iso8583.ts'

export interface SendOptions {
  readonly to: string
  readonly dialect: string
  readonly macKeyFile?: string
  readonly tls?: boolean
  readonly caFile?: string
  readonly certFile?: string
  readonly keyFile?: string
  readonly timeout: number
  readonly clear?: boolean
  readonly json?: boolean
}

export async function sendMessage(given: string | undefined, options: SendOptions, shell: Shell): Promise<void> {
  const codec = await codecFor(options)
  const message = readMessage(given ?? (await readInput(shell)))
  const open = await openerFor(options)
  const answer = await exchange(open, codec, message, options.timeout)
  printMessage(options.clear ? answer : maskMessage(answer, codec.dialect), codec.dialect, options, shell)
}

type Opener = (onReady: () => void) => Socket

async function openerFor(options: SendOptions): Promise<Opener> {
  const [, host = '', port] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(options.to)?.filter(isGiven) ?? []
  if (port === undefined || Number(port) > 65_535)
    throw new Iso8583Error('--to takes host:port, such as 127.0.0.1:8583')
  const { caFile, certFile, keyFile, tls = false } = options
  if (!tls && (caFile ?? certFile ?? keyFile) !== undefined)
    throw new Iso8583Error('--ca-file, --cert-file and --key-file need --tls')
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new Iso8583Error('--cert-file and --key-file belong together')
  const at = { host, port: Number(port) }
  if (!tls) return (onReady) => connectPlain(at, onReady)
  const identity = {
    ...(caFile !== undefined && { ca: await readGivenFile(caFile) }),
    ...(certFile !== undefined && { cert: await readGivenFile(certFile) }),
    ...(keyFile !== undefined && { key: await readGivenFile(keyFile) }),
  }
  return (onReady) => {
    try {
      return connectTls({ ...at, ...identity }, onReady)
    } catch {
      throw new Iso8583Error('--ca-file, --cert-file and --key-file take PEM, and the key belongs to the certificate')
    }
  }
}

/** The two forms of a host leave one group out. */
function isGiven(group: string | undefined): group is string {
  return group !== undefined
}

/** Resolves to the message with the same DE 11, or to the first when there is none. */
function exchange(open: Opener, codec: MessageCodec, message: Message, timeoutMs: number): Promise<Message> {
  // What the dialect cannot say is said before anything is opened.
  codec.encode(message)
  return new Promise((resolve, reject) => {
    const stan = message.fields[11]
    let unreadable: string | undefined
    const socket = open(() => link.send(message))
    const link = new MessageLink({
      socket,
      codec,
      onMessage(answer) {
        if (stan !== undefined && answer.fields[11] !== stan) return
        resolve(answer)
        link.close('answered')
      },
      onUnreadable(error) {
        unreadable = error.message
      },
      onClosed(why) {
        clearTimeout(timer)
        reject(new Iso8583Error(`no answer: ${unreadable ?? why}`))
      },
    })
    const timer = setTimeout(() => link.close(`none within ${timeoutMs} ms`), timeoutMs)
  })
}
