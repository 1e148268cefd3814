// Tries a connection to a core out with its own settings, for a person who sets it up. The message is fixed text: nothing
// that a server answers is repeated, and a port that is closed, filtered or not allowed cannot be told apart.

import {
  PASSWORD_CONTEXT,
  USER_NAME_CONTEXT,
} from '../../administration/institutions/connectivity/connection-secrets.ts'
import type { ConnectionSettings } from '../../administration/institutions/connectivity/connection-settings.ts'
import type { TestResult } from '../../administration/institutions/connectivity/connections.ts'
import { type Resolve, systemResolve } from '../../administration/institutions/connectivity/guarded-lookup.ts'
import { assertUsableUrl } from '../../administration/institutions/connectivity/usable-address.ts'
import { isRestCore } from '../../administration/institutions/core-types.ts'
import type { Environment } from '../../platform/kernel/environment.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { unattended } from '../../platform/kernel/work/unattended.ts'
import type { Dialect } from '../iso8583/dialect.ts'
import { examineHost, type HostFinding } from './iso8583/examine-host.ts'
import { usableHost } from './iso8583/iso8583-cores.ts'
import { type Finding, RestCore } from './rest/rest-core.ts'

export interface ConnectionTesterOptions {
  readonly environment: Environment
  readonly secretBox: SecretBox
  /** Rejects when the built-in bank's store takes no writes. */
  probeStore(): Promise<void>
  /** By name. */
  readonly dialects: ReadonlyMap<string, Dialect>
  /** Default: the system's name resolution. */
  readonly resolve?: Resolve
}

export interface ConnectionTester {
  test(settings: ConnectionSettings): Promise<TestResult>
  /** True while as many remote cores are tested as may be at once. */
  isBusy(): boolean
}

/** The longest test: a person waits for it. */
const MAX_TEST_MS = 10_000

/**
 * Remote cores tested at once. The system resolves names on the few threads that files and passwords need too, and a name
 * server that does not answer holds one for longer than the test: a test counts until its lookup has ended.
 */
const MAX_AT_ONCE = 2

const MESSAGES: Readonly<Record<Finding, string>> = {
  up: 'The core answered and is up',
  down: 'The core answered that it is down',
  refused: 'The core refused the credentials',
  'not-understood': 'The server did not answer as a core does; see contract/core.json',
  unreachable: 'The core cannot be reached: check the address, the network and the certificate',
}

export function connectionTester(options: ConnectionTesterOptions): ConnectionTester {
  const { resolve = systemResolve } = options
  let underWay = 0

  async function testRemote(settings: ConnectionSettings): Promise<TestResult> {
    underWay++
    const lookups: Promise<unknown>[] = []
    const tracked: Resolve = (name) => {
      const found = resolve(name)
      lookups.push(found)
      return found
    }
    try {
      const tracking = { ...options, resolve: tracked }
      return await (isRestCore(settings.coreType) ? testRest(settings, tracking) : testHost(settings, tracking))
    } finally {
      unattended(Promise.allSettled(lookups).then(() => underWay--))
    }
  }

  return {
    isBusy: () => underWay >= MAX_AT_ONCE,
    test(settings) {
      switch (settings.coreType) {
        case 'BUILTIN':
        case 'SANDBOX':
          return testStore(options)
        case 'REST':
          return testRemote(settings)
        case 'ISO8583':
          return testRemote(settings)
      }
    },
  }
}

async function testStore({ probeStore }: ConnectionTesterOptions): Promise<TestResult> {
  try {
    await probeStore()
    return { isPassed: true, message: 'The built-in bank is up' }
  } catch {
    return { isPassed: false, message: "The built-in bank's store takes no writes" }
  }
}

const HOST_MESSAGES: Readonly<Record<HostFinding, string>> = {
  up: 'The host took the sign-on and answered an echo',
  refused: 'The host took the connection and did not take the sign-on: check dialect, identifiers and key',
  unreachable: MESSAGES.unreachable,
}

async function testHost(settings: ConnectionSettings, options: ConnectionTesterOptions): Promise<TestResult> {
  const host = hostOf(settings, options)
  if (host === undefined) return { isPassed: false, message: 'The settings cannot be used' }
  const finding = await examineHost({ ...host, answerMs: Math.min(settings.timeoutMs, MAX_TEST_MS) })
  return { isPassed: finding === 'up', message: HOST_MESSAGES[finding] }
}

function hostOf(settings: ConnectionSettings, options: ConnectionTesterOptions) {
  const { environment, secretBox, dialects, resolve } = options
  const { host, port, iso8583, secrets } = settings
  if (host === null || port === null || iso8583 === null) return undefined
  try {
    const sealed = {
      ...(secrets.macKey !== null && { macKeySealed: secrets.macKey }),
      ...(secrets.clientKey !== null && { clientKeySealed: secrets.clientKey }),
    }
    return {
      ...usableHost({ host, port, settings: iso8583, ...sealed }, { environment, secretBox, dialects }),
      ...(resolve !== undefined && { resolve }),
    }
  } catch {
    return undefined
  }
}

async function testRest(settings: ConnectionSettings, options: ConnectionTesterOptions): Promise<TestResult> {
  const core = openCore(settings, options)
  if (core === undefined) return { isPassed: false, message: 'The settings cannot be used' }
  try {
    const finding = await core.examine()
    return { isPassed: finding === 'up', message: MESSAGES[finding] }
  } finally {
    await core.close()
  }
}

/** Undefined when the settings are not usable: a record may be older than a rule, or its master key gone. */
function openCore(settings: ConnectionSettings, options: ConnectionTesterOptions): RestCore | undefined {
  const { environment, secretBox, resolve } = options
  const { baseUrl, secrets, circuitBreaker } = settings
  const timeoutMs = Math.min(settings.timeoutMs, MAX_TEST_MS)
  try {
    return new RestCore({
      url: assertUsableUrl(baseUrl ?? '', environment),
      environment,
      ...(resolve !== undefined && { resolve }),
      ...(secrets.userName !== null && { userName: secretBox.open(secrets.userName, USER_NAME_CONTEXT) }),
      ...(secrets.password !== null && { password: secretBox.open(secrets.password, PASSWORD_CONTEXT) }),
      timeoutMs,
      probeTimeoutMs: timeoutMs,
      maxConnections: 1,
      circuitBreaker,
    })
  } catch {
    return undefined
  }
}
