// The REST cores of institutions: one each, with its own connections and circuit, created on first use and replaced when
// its connectivity record changes.

import {
  PASSWORD_CONTEXT,
  USER_NAME_CONTEXT,
} from '../../../administration/institutions/connectivity/connection-secrets.ts'
import { assertUsableUrl } from '../../../administration/institutions/connectivity/usable-address.ts'
import type { CoreConnection, Institution } from '../../../administration/institutions/directory.ts'
import type { Environment } from '../../../platform/kernel/environment.ts'
import { unavailable } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Tracer } from '../../../platform/kernel/tracer.ts'
import { unattended } from '../../../platform/kernel/work/unattended.ts'
import type { CircuitState } from './circuit-breaker.ts'
import type { PoolUse } from './http-connections.ts'
import { type CallResult, RestCore, type RestOperation } from './rest-core.ts'

export interface RestCoresOptions {
  readonly environment: Environment
  readonly secretBox: SecretBox
  readonly observer?: RestCoresObserver
  /** Undefined when traces are off. */
  readonly tracer?: Tracer | undefined
  /** Processes that share the connections of each core; 1 by default. */
  readonly workers?: number
}

export interface RestCoresObserver {
  called(institutionId: string, operation: RestOperation, result: CallResult, durationMs: number): void
  circuitChanged(institutionId: string, state: CircuitState): void
}

/** A core as it is now. */
export interface RestCoreState extends PoolUse {
  readonly institutionId: string
  readonly circuit: CircuitState
}

interface Open {
  /** The connectivity record that the core was made from. */
  readonly record: string
  readonly core: RestCore
}

export class RestCores {
  readonly #options: RestCoresOptions
  readonly #open = new Map<string, Open>()

  constructor(options: RestCoresOptions) {
    this.#options = options
  }

  /** Throws `unavailable` when the connectivity record cannot be used. */
  coreOf({ institutionId, coreTimeoutMs, coreConnection }: Institution): RestCore {
    if (coreConnection === undefined) throw unavailable('the core has no address')
    const record = JSON.stringify({ coreTimeoutMs, coreConnection })
    const open = this.#open.get(institutionId)
    if (open?.record === record) return open.core
    const core = this.#make(institutionId, coreConnection, coreTimeoutMs)
    this.#open.set(institutionId, { record, core })
    // Calls in flight on the old connections end within their timeout.
    if (open !== undefined) setTimeout(() => unattended(open.core.close()), coreTimeoutMs).unref()
    return core
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#open.values(), ({ core }) => core.close()))
  }

  /** One per core in use. */
  *states(): Iterable<RestCoreState> {
    for (const [institutionId, { core }] of this.#open) {
      yield { institutionId, circuit: core.circuit, ...core.connections }
    }
  }

  #make(institutionId: string, connection: CoreConnection, timeoutMs: number): RestCore {
    const { environment, secretBox, observer, tracer, workers = 1 } = this.#options
    const { userNameSealed, passwordSealed, maxConnections, breakerFailureRate, breakerOpenMs } = connection
    try {
      return new RestCore({
        url: assertUsableUrl(connection.baseUrl, environment),
        environment,
        ...(userNameSealed !== undefined && { userName: secretBox.open(userNameSealed, USER_NAME_CONTEXT) }),
        ...(passwordSealed !== undefined && { password: secretBox.open(passwordSealed, PASSWORD_CONTEXT) }),
        timeoutMs,
        maxConnections: Math.max(1, Math.floor(maxConnections / workers)),
        circuitBreaker: { failureRate: breakerFailureRate, openMs: breakerOpenMs },
        ...(observer !== undefined && {
          observer: {
            called: (...call) => observer.called(institutionId, ...call),
            circuitChanged: (state) => observer.circuitChanged(institutionId, state),
          },
        }),
        ...(tracer !== undefined && {
          startSpan: (operation) =>
            tracer.start('core call', { 'tillgate.institution': institutionId, 'tillgate.core.operation': operation }),
        }),
      })
    } catch (error) {
      throw unavailable('the connectivity record of the core cannot be used', error)
    }
  }
}
