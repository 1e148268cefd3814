// The cores of institutions that speak ISO 8583: one each, with its own connections and circuit, created on first use and replaced
// when its connectivity record changes. A sweep ends what processes that are gone have left open.

import {
  CLIENT_KEY_CONTEXT,
  MAC_KEY_CONTEXT,
} from '../../../administration/institutions/connectivity/connection-secrets.ts'
import { faultOfHost } from '../../../administration/institutions/connectivity/usable-address.ts'
import { isIso8583Core } from '../../../administration/institutions/core-types.ts'
import type { Directory, HostConnection, Institution } from '../../../administration/institutions/directory.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, isoTimestamp } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Dialect } from '../../iso8583/dialect.ts'
import { type Message, MessageCodec } from '../../iso8583/message-codec.ts'
import { readMacKey } from '../../iso8583-link/mac-key.ts'
import type { Direction } from '../../iso8583-link/message-link.ts'
import type { CircuitState } from '../rest/circuit-breaker.ts'
import { ExchangeStore } from './exchange-store.ts'
import { institutionsWithQueue, removeOld } from './forward-queue.ts'
import { Iso8583Core } from './iso8583-core.ts'
import { hostDialectFaults } from './link/host-dialect.ts'
import type { HostAddress, LinkState } from './link/host-link.ts'
import { endSettled, parkOverdue, takeBackAgain } from './take-back.ts'

export interface Iso8583CoresOptions {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly environment: Environment
  readonly secretBox: SecretBox
  /** By name. */
  readonly dialects: ReadonlyMap<string, Dialect>
  /** Processes that share the connections of each core; 1 by default. */
  readonly workers?: number
  /** How long an advice waits before it is parked. */
  parkAfterMs(): number
  readonly logger: CoreLogger
  readonly observer: CoresObserver
}

export interface CoresObserver {
  called(institutionId: string, operation: string, result: string, durationMs: number): void
  stray(institutionId: string, reason: string): void
  unlisted(institutionId: string, code: string): void
}

/** As far as it is used here. */
export interface CoreLogger {
  isLevelEnabled(level: string): boolean
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

interface Open {
  /** The connectivity record that the core was made from. */
  readonly record: string
  readonly core: Iso8583Core
}

const SWEEP_MS = 5_000

export class Iso8583Cores {
  readonly #options: Iso8583CoresOptions
  readonly #open = new Map<string, Open>()
  readonly #store: ExchangeStore

  constructor(options: Iso8583CoresOptions) {
    this.#options = options
    this.#store = new ExchangeStore(options.database)
  }

  /** Throws `unavailable` when the connectivity record cannot be used. */
  coreOf({ institutionId, coreTimeoutMs, hostConnection, timeZone }: Institution): Iso8583Core {
    if (hostConnection === undefined) throw unavailable('the core has no address')
    const record = JSON.stringify({ coreTimeoutMs, hostConnection, timeZone })
    const open = this.#open.get(institutionId)
    if (open?.record === record) return open.core
    const core = this.#make(institutionId, hostConnection, coreTimeoutMs, timeZone)
    this.#open.set(institutionId, { record, core })
    // Requests under way on the old connections end within their timeout.
    if (open !== undefined) setTimeout(() => this.#closeLater(open.core), coreTimeoutMs).unref()
    return core
  }

  #closeLater(core: Iso8583Core): void {
    core.close().catch((error: unknown) => this.#options.logger.warn({ err: error }, 'a host could not be signed off'))
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#open.values(), ({ core }) => core.close()))
  }

  /** One per core in use. */
  *states(): Iterable<{ institutionId: string; circuit: CircuitState; busy: number; waiting: number }> {
    for (const [institutionId, { core }] of this.#open) {
      yield { institutionId, circuit: core.circuit, busy: core.waiting, waiting: 0 }
    }
  }

  /** How many connections of each core are in each state. */
  *links(): Iterable<{ institutionId: string; state: LinkState; count: number }> {
    for (const [institutionId, { core }] of this.#open) {
      for (const state of ['ready', 'connecting', 'signing-on', 'waiting'] as const) {
        yield { institutionId, state, count: core.links().filter((link) => link.state === state).length }
      }
    }
  }

  /** Every connection, by institution, for operators. Why one is lost is in the log. */
  describe(): Record<string, object[]> {
    const entries = Array.from(this.#open, ([institutionId, { core }]) => {
      const links = core.links().map(({ connection, state, heardAtMs }) => ({
        connection,
        state,
        signedOn: state === 'ready' && !core.isSignedOff,
        ...(core.cutoverAtMs !== undefined && { lastCutoverAt: isoTimestamp(core.cutoverAtMs) }),
        ...(heardAtMs !== undefined && { lastMessageAt: isoTimestamp(heardAtMs) }),
      }))
      return [institutionId, links] as const
    })
    return Object.fromEntries(entries)
  }

  /** Sends what waits for the host of an institution, if it has one. */
  forwardSoon(institutionId: string): void {
    const { directory, logger } = this.#options
    const failed = (error: unknown) => logger.warn({ institutionId, err: error }, 'advices cannot be sent now')
    try {
      const institution = directory.institution(institutionId)
      if (institution !== undefined && isIso8583Core(institution.coreType))
        this.coreOf(institution).forward().catch(failed)
    } catch (error) {
      failed(error)
    }
  }

  sweep(): Sweep {
    const { database, directory } = this.#options
    return {
      name: 'forward-iso8583-advices',
      everyMs: SWEEP_MS,
      run: async () => {
        await this.#store.giveUpOverdue()
        await takeBackAgain(database)
        await endSettled(database)
        await parkOverdue(database, this.#options.parkAfterMs())
        const waiting = await institutionsWithQueue(database)
        await Promise.all(
          waiting.map(async (institutionId) => {
            const institution = directory.institution(institutionId)
            // Advices for a host that is connected no more wait until it is again.
            if (institution !== undefined && isIso8583Core(institution.coreType)) {
              await this.coreOf(institution).forward()
            }
          }),
        )
        await removeOld(database)
      },
    }
  }

  #make(institutionId: string, connection: HostConnection, timeoutMs: number, timeZone: string): Iso8583Core {
    const { database, clock, secretBox, workers = 1, observer, logger } = this.#options
    const { settings, maxConnections, breakerFailureRate, breakerOpenMs, activeSinceMs } = connection
    const { acquirerId, forwarderId, acceptorId, acceptorName } = settings
    const told = new Set<string>()
    try {
      return new Iso8583Core({
        ...usableHost(connection, this.#options),
        institutionId,
        database,
        store: this.#store,
        clock,
        secretBox,
        timeZone,
        identity: {
          acquirerId: acquirerId ?? undefined,
          forwarderId: forwarderId ?? undefined,
          acceptorId: acceptorId ?? undefined,
          acceptorName: acceptorName ?? undefined,
        },
        timeoutMs,
        connections: Math.max(1, Math.floor(settings.connections / workers)),
        maxWaiting: Math.max(1, Math.floor((WAITING_PER_CONNECTION * maxConnections) / workers)),
        maxAdvices: Math.max(1, maxConnections),
        echoMs: settings.echoSeconds * 1_000,
        activeSinceMs,
        circuitBreaker: { failureRate: breakerFailureRate, openMs: breakerOpenMs },
        observer: {
          called: (...call) => observer.called(institutionId, ...call),
          stray(reason) {
            observer.stray(institutionId, reason)
            logger.warn({ institutionId, reason }, 'a host gave an answer that no request waits for')
          },
          unlisted(code) {
            observer.unlisted(institutionId, code)
            // Once for each: the metric counts them.
            if (told.has(code)) return
            told.add(code)
            logger.warn({ institutionId, code }, 'a host answers with a code that its dialect does not list')
          },
          circuitChanged: (state) => logger.warn({ institutionId, state }, 'the circuit breaker of a core has changed'),
          linkChanged(connection, state, why) {
            const told = { institutionId, connection, state, why }
            if (state === 'waiting') logger.warn(told, 'a connection to a host is lost')
            else logger.info(told, 'a connection to a host has changed')
          },
          signalled: (connection, signal) =>
            logger.info({ institutionId, connection, signal }, 'a host has sent a network message'),
          unreadable: (connection, why) =>
            logger.warn({ institutionId, connection, why }, 'a host sent what is no message of its dialect'),
          refused: ({ rrn, stan }, code) =>
            logger.error({ institutionId, rrn, stan, code }, 'a host refuses to take an order back: see its exception'),
          failed: (error) =>
            logger.error({ institutionId, err: error }, 'an exchange with a host could not be recorded'),
          ...(logger.isLevelEnabled('debug') && {
            traffic: (connection: number, direction: Direction, { mti, fields }: Message) =>
              logger.debug({ institutionId, connection, direction, mti, fields }, 'iso8583'),
          }),
        },
      })
    } catch (error) {
      throw unavailable('the connectivity record of the core cannot be used', error)
    }
  }
}

/** Requests that wait for an answer, in place of each connection that a REST core would have and the four calls that wait for it. */
const WAITING_PER_CONNECTION = 5

interface HostParts {
  readonly environment: Environment
  readonly secretBox: SecretBox
  readonly dialects: ReadonlyMap<string, Dialect>
}

type HostRecord = Pick<HostConnection, 'host' | 'port' | 'settings' | 'macKeySealed' | 'clientKeySealed'>

/** Throws when the settings are not usable: a record may be older than a rule, or its master key gone. */
export function usableHost(
  record: HostRecord,
  { environment, secretBox, dialects }: HostParts,
): HostAddress & {
  readonly codec: MessageCodec
} {
  const { host, port, settings, macKeySealed, clientKeySealed } = record
  const fault = faultOfHost(host, environment)
  if (fault !== undefined) throw new TypeError(`the host ${fault}`)
  const dialect = dialects.get(settings.dialect)
  if (dialect === undefined) throw new TypeError('there is no such dialect')
  const [unfit] = hostDialectFaults(dialect)
  if (unfit !== undefined) throw new TypeError(`the dialect cannot be used: ${unfit}`)
  const macKey =
    macKeySealed === undefined ? undefined : readMacKey(secretBox.open(macKeySealed, MAC_KEY_CONTEXT), dialect)
  const { caCertificates, clientCertificate } = settings
  const tls = {
    ...(caCertificates !== null && { ca: caCertificates }),
    ...(clientCertificate !== null && { certificate: clientCertificate }),
    ...(clientKeySealed !== undefined && { key: secretBox.open(clientKeySealed, CLIENT_KEY_CONTEXT) }),
  }
  return { host, port, environment, codec: new MessageCodec(dialect, macKey), ...(settings.tls && { tls }) }
}
