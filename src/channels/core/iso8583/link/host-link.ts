// One connection to a host, kept standing: connected, signed on, and asked by echo whether the other end is still there. A
// connection that is lost is opened again, later and later while that fails.
//
//   connecting ─▶ signing-on ─▶ ready ─▶ waiting (lost, or never stood) ─▶ connecting

import { randomInt } from 'node:crypto'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates } from 'node:tls'
import {
  forbiddenHost,
  guardedLookup,
  type Resolve,
} from '../../../../administration/institutions/connectivity/guarded-lookup.ts'
import type { Environment } from '../../../../platform/kernel/environment.ts'
import { systemClock } from '../../../../platform/kernel/time/clock.ts'
import type { Message, MessageCodec } from '../../../iso8583/message-codec.ts'
import { type Direction, MessageLink } from '../../../iso8583-link/message-link.ts'
import type { NetworkSignal } from './network-messages.ts'

export interface HostAddress {
  readonly host: string
  readonly port: number
  /** Which addresses may be connected to. */
  readonly environment: Environment
  /** Default: the system's name resolution. */
  readonly resolve?: Resolve
  /** Undefined: plain TCP. */
  readonly tls?: HostTls | undefined
}

export interface HostTls {
  /** PEM certificates to trust instead of those of Node and of the system. */
  readonly ca?: string
  readonly certificate?: string
  readonly key?: string
}

export type LinkState = 'connecting' | 'signing-on' | 'ready' | 'waiting'

export interface HostLinkOptions extends HostAddress {
  readonly codec: MessageCodec
  /** Nothing came in for so long: an echo is sent. */
  readonly echoMs: number
  /** How long an answer to sign-on or echo may take, and a connection to stand. */
  readonly answerMs: number
  /** The first pause before connecting again, which doubles. */
  readonly retryMs?: number
  /** Sends a signal over this link; resolves to whether it was answered with approval. */
  signal(link: HostLink, signal: NetworkSignal): Promise<boolean>
  onMessage(link: HostLink, message: Message, header: Buffer): void
  /** What was sent over the link and not answered is not answered any more. */
  onLost(link: HostLink, why: string): void
  onState(link: HostLink): void
  onTraffic?(link: HostLink, direction: Direction, message: Message): void
  onUnreadable?(link: HostLink, why: string): void
}

const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 10_000

export class HostLink {
  readonly index: number
  readonly #options: HostLinkOptions
  #state: LinkState = 'waiting'
  #why: string | undefined
  #link: MessageLink | undefined
  #socket: Socket | undefined
  #failures = 0
  #retry: NodeJS.Timeout | undefined
  #echo: NodeJS.Timeout | undefined
  #isClosed = false
  #isEchoing = false
  #heardAtMs: number | undefined

  constructor(index: number, options: HostLinkOptions) {
    this.index = index
    this.#options = options
  }

  get state(): LinkState {
    return this.#state
  }

  /** Why it was lost last; undefined while it stands. */
  get why(): string | undefined {
    return this.#why
  }

  /** When the last message came; undefined before the first. */
  get heardAtMs(): number | undefined {
    return this.#heardAtMs
  }

  open(): void {
    if (this.#isClosed) return
    clearTimeout(this.#retry)
    this.#change('connecting')
    const { host, port, environment, resolve, tls, answerMs } = this.#options
    const refused = forbiddenHost(host, environment)
    if (refused !== undefined) {
      this.#failed(refused.message)
      return
    }
    const target = { host, port, lookup: guardedLookup(environment, resolve) }
    let socket: Socket
    try {
      socket = tls === undefined ? connectTcp(target) : connectTls({ ...target, ...tlsOptions(host, tls) })
    } catch {
      // What node:tls says of a certificate or a key may hold a part of it.
      this.#failed(tls === undefined ? 'the connection cannot be opened' : 'the certificate or its key cannot be used')
      return
    }
    this.#socket = socket
    const timer = setTimeout(() => socket.destroy(new Error('the host did not take the connection in time')), answerMs)
    const ended = (why: string) => {
      clearTimeout(timer)
      this.#failed(why)
    }
    const failed = (error: Error) => ended(reasonOf(error))
    const closed = () => ended('the connection was closed before it stood')
    socket.once('error', failed)
    socket.once('close', closed)
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
      clearTimeout(timer)
      socket.off('error', failed)
      socket.off('close', closed)
      this.#openLink(socket)
    })
  }

  /** False when nothing was sent. */
  send(message: Message, header?: Buffer): boolean {
    return this.#link?.send(message, header) ?? false
  }

  /** Asks at once whether the host is there: what was sent over the link stays unanswered. */
  suspect(): void {
    if (this.#state === 'ready') this.#askEcho()
  }

  /** Signs off when it is signed on. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearInterval(this.#echo)
    if (this.#state === 'ready') await this.#options.signal(this, 'sign-off').catch(() => false)
    this.#link?.close('closed')
    this.#socket?.destroy()
    this.#change('waiting')
  }

  #openLink(socket: Socket): void {
    const { codec, onMessage, onTraffic, onUnreadable } = this.#options
    const link = new MessageLink({
      socket,
      codec,
      onMessage: (message, header) => {
        this.#echo?.refresh()
        this.#heardAtMs = systemClock.now()
        onMessage(this, message, header)
      },
      onClosed: (why) => this.#lost(why),
      onUnreadable: (error) => onUnreadable?.(this, error.message),
      ...(onTraffic !== undefined && {
        onTraffic: (direction: Direction, message: Message) => onTraffic(this, direction, message),
      }),
    })
    this.#link = link
    this.#change('signing-on')
    this.#options.signal(this, 'sign-on').then(
      (isSignedOn) => this.#signedOn(link, isSignedOn),
      () => link.close('the sign-on cannot be sent'),
    )
  }

  #signedOn(link: MessageLink, isSignedOn: boolean): void {
    if (!link.isOpen) return
    if (!isSignedOn) {
      link.close('the host did not take the sign-on')
      return
    }
    this.#failures = 0
    this.#why = undefined
    this.#echo = setInterval(() => this.#askEcho(), this.#options.echoMs)
    this.#change('ready')
  }

  #askEcho(): void {
    if (this.#isEchoing) return
    this.#isEchoing = true
    const link = this.#link
    const ended = (isThere: boolean) => {
      this.#isEchoing = false
      if (!isThere) link?.close('the host did not answer an echo')
    }
    this.#options.signal(this, 'echo').then(ended, () => ended(false))
  }

  #lost(why: string): void {
    clearInterval(this.#echo)
    this.#echo = undefined
    this.#link = undefined
    this.#isEchoing = false
    this.#options.onLost(this, why)
    this.#failed(why)
  }

  #failed(why: string): void {
    this.#socket = undefined
    if (this.#isClosed) return
    this.#why = why
    const { retryMs = FIRST_RETRY_MS } = this.#options
    const pauseMs = Math.min(LONGEST_RETRY_MS, retryMs * 2 ** this.#failures++)
    // Spread, so that a host that comes back is not met by all connections of all nodes at once.
    this.#retry = setTimeout(() => this.open(), randomInt(Math.round(pauseMs / 2), Math.round(pauseMs) + 1))
    this.#retry.unref()
    this.#change('waiting')
  }

  #change(state: LinkState): void {
    this.#state = state
    this.#options.onState(this)
  }
}

function tlsOptions(host: string, { ca, certificate, key }: HostTls) {
  return {
    ca: ca ?? [...getCACertificates('default'), ...getCACertificates('system')],
    minVersion: 'TLSv1.2' as const,
    ...(isIP(host) === 0 && { servername: host }),
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
  }
}

function reasonOf(error: Error): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return reasonOf(error.errors[0])
  return (error as NodeJS.ErrnoException).code ?? error.message
}
