// The listener for switches. Who connects from an address that no switch has is cut off at once, before a byte is read and
// before TLS begins.

import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket, type Server as TlsServer } from 'node:tls'
import type { Logger } from 'pino'
import { monotonicMs } from '../../platform/kernel/time/clock.ts'
import type { LinkLimits } from '../iso8583-link/message-link.ts'
import { type ConnectionParts, type MessageFate, SwitchConnection } from './switch-connection.ts'
import type { SwitchDesk } from './switch-desk.ts'
import type { ListenerSettings, SwitchSettings } from './switch-settings.ts'

/** Why a connection was not accepted. */
export type ConnectionRefusal = 'address' | 'certificate' | 'too-many'

export interface SwitchObserver {
  message(switchName: string, fate: MessageFate): void
  refused(reason: ConnectionRefusal): void
}

export interface SwitchListenerParts {
  readonly desk: SwitchDesk
  readonly now: () => number
  readonly log: Logger
  readonly observer: SwitchObserver
  /** For each connection. */
  readonly limits?: LinkLimits
}

export interface SwitchState {
  readonly name: string
  readonly connections: number
  readonly signedOff: number
  readonly pending: number
  /** Undefined: none since the start. */
  readonly lastMessageMs: number | undefined
}

const HANDSHAKE_MS = 10_000
/** For all switches together, those still in their handshake included. */
const MOST_SOCKETS = 4_096
/** Refused connections and unreadable messages are told of once in so long: a scan must not fill the log. */
const TELL_MS = 10_000

export class SwitchListener {
  readonly #settings: ListenerSettings
  readonly #parts: SwitchListenerParts
  readonly #server: Server
  readonly #tls: TlsServer | undefined
  readonly #sockets = new Set<Socket>()
  /** By their remote end: the socket of TLS wraps that of the connection. */
  readonly #handshakes = new Map<string, Socket>()
  readonly #connections = new Map<string, Set<SwitchConnection>>()
  readonly #lastMessages = new Map<string, number>()
  #untold = 0
  #toldAtMs = Number.NEGATIVE_INFINITY
  /** By switch. */
  readonly #unreadable = new Map<string, { untold: number; toldAtMs: number }>()
  #isClosing = false

  constructor(settings: ListenerSettings, parts: SwitchListenerParts) {
    this.#settings = settings
    this.#parts = parts
    for (const { name } of settings.switches) this.#connections.set(name, new Set())
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket))
    this.#server.maxConnections = MOST_SOCKETS
    if (settings.tls === undefined) return
    this.#tls = createTlsServer(
      { ...settings.tls, requestCert: true, rejectUnauthorized: true, handshakeTimeout: HANDSHAKE_MS },
      (socket) => this.#identify(socket),
    )
    this.#tls.on('tlsClientError', (_error, socket) => {
      this.#refuse('certificate', socket.remoteAddress)
      socket.destroy()
    })
  }

  /** Resolves to the port. */
  async listen(host: string, port: number): Promise<number> {
    this.#server.listen({ host, port })
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Accepts no more, answers what was read, then closes the connections. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#server.close()
    const open = [...this.#connections.values()].flatMap((connections) => [...connections])
    const closed = Promise.all(Array.from(this.#sockets, hasClosed))
    for (const connection of open) connection.drain()
    // Those still in their handshake have nothing to be answered.
    for (const socket of this.#handshakes.values()) socket.destroy()
    await closed
  }

  states(): SwitchState[] {
    return this.#settings.switches.map(({ name }) => {
      const connections = [...this.#of(name)]
      return {
        name,
        connections: connections.length,
        signedOff: connections.filter((one) => one.isSignedOff).length,
        pending: connections.reduce((sum, one) => sum + one.pending, 0),
        lastMessageMs: latest([this.#lastMessages.get(name), ...connections.map((one) => one.lastMessageMs)]),
      }
    })
  }

  #accept(socket: Socket): void {
    const address = addressOf(socket)
    const candidates = this.#settings.switches.filter((one) => one.accepts(address))
    if (candidates.length === 0 || this.#isClosing) {
      this.#refuse('address', address)
      socket.destroy()
      return
    }
    // A connection of TLS counts from the start, so that handshakes are limited as well.
    socket.on('error', () => {})
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    if (this.#tls === undefined) {
      this.#open(socket, address, candidates)
      return
    }
    const peer = peerOf(socket)
    this.#handshakes.set(peer, socket)
    socket.once('close', () => this.#handshakes.delete(peer))
    this.#tls.emit('connection', socket)
  }

  #identify(socket: TLSSocket): void {
    this.#handshakes.delete(peerOf(socket))
    const address = addressOf(socket)
    const { fingerprint256 } = socket.getPeerCertificate()
    const candidates = this.#settings.switches.filter(
      (one) => one.accepts(address) && one.acceptsCertificate(fingerprint256),
    )
    if (candidates.length > 0) this.#open(socket, address, candidates)
    else {
      this.#refuse('certificate', address)
      socket.destroy()
    }
  }

  /** When several fit, it is the first in the file. */
  #open(socket: Socket, address: string, [settings]: readonly SwitchSettings[]): void {
    if (settings === undefined) return
    const open = this.#of(settings.name)
    if (open.size >= settings.connections) {
      this.#refuse('too-many', address)
      socket.destroy()
      return
    }
    const { desk, now, log, observer, limits } = this.#parts
    const parts: ConnectionParts = {
      desk,
      now,
      log,
      limits,
      counted: (fate) => observer.message(settings.name, fate),
      unreadable: (reason) => this.#tellUnreadable(settings.name, reason),
      closed: (connection) => {
        if (connection.lastMessageMs !== undefined) this.#lastMessages.set(settings.name, connection.lastMessageMs)
        open.delete(connection)
      },
    }
    open.add(new SwitchConnection(socket, address, settings, parts))
    log.info({ switch: settings.name, ip: address }, 'a switch is connected')
  }

  #of(name: string): Set<SwitchConnection> {
    return this.#connections.get(name) as Set<SwitchConnection>
  }

  /** The first at once, then how many there were: a fuzzer must not fill the log. */
  #tellUnreadable(name: string, reason: string): void {
    const told = this.#unreadable.get(name) ?? { untold: 0, toldAtMs: Number.NEGATIVE_INFINITY }
    this.#unreadable.set(name, told)
    told.untold++
    if (monotonicMs() - told.toldAtMs < TELL_MS) return
    this.#parts.log.warn({ switch: name, reason, messages: told.untold }, 'messages of a switch cannot be read')
    told.toldAtMs = monotonicMs()
    told.untold = 0
  }

  #refuse(reason: ConnectionRefusal, address: string | undefined): void {
    this.#parts.observer.refused(reason)
    this.#untold++
    if (monotonicMs() - this.#toldAtMs < TELL_MS) return
    this.#toldAtMs = monotonicMs()
    this.#parts.log.warn(
      { reason, ip: address, connections: this.#untold },
      'connections to the port of switches refused',
    )
    this.#untold = 0
  }
}

/** An IPv4 address that a socket of IPv6 shows as mapped is compared as IPv4. */
function addressOf({ remoteAddress = '' }: Socket): string {
  return remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '')
}

function latest(instants: readonly (number | undefined)[]): number | undefined {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** Not `once` of events, which rejects when the peer resets the connection: the stop would not wait for the others. */
function hasClosed(socket: Socket): Promise<void> {
  if (socket.closed) return Promise.resolve()
  return new Promise((resolve) => socket.once('close', () => resolve()))
}
