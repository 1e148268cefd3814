// Orders for a remote core, each with a new reference.

import type {
  RemoteBillPayment,
  RemoteCore,
  RemoteOutcome,
  RemoteTransfer,
} from '../../../src/channels/core/remote-core.ts'
import { RestCore, type RestCoreOptions } from '../../../src/channels/core/rest/rest-core.ts'
import { newId } from '../../../src/platform/kernel/identifiers/ids.ts'
import { Problem } from '../../../src/platform/kernel/problems/problem.ts'
import { systemClock } from '../../../src/platform/kernel/time/clock.ts'

const ORIGIN = {
  institutionId: 'FI001',
  partnerId: 'PARTNER01',
  rrn: '000000000001',
  correlationId: '5b0c1d3e-2f4a-4b6c-8d7e-9f0a1b2c3d4e',
  terminalId: 'ATM00001',
  businessDate: '20261115',
}

export function newReference(): string {
  return newId(systemClock.now())
}

export function billPayment(accountId: string, minor: bigint): RemoteBillPayment {
  const biller = { billerId: 'BILLER01', billerBin: '510000' }
  const amount = { minor, currency: 'USD' }
  return { kind: 'BILL_PAYMENT', reference: newReference(), origin: ORIGIN, accountId, amount, ...biller }
}

export function transfer(accountId: string, beneficiaryAccountId: string, minor: bigint): RemoteTransfer {
  const amount = { minor, currency: 'USD' }
  return { kind: 'TRANSFER', reference: newReference(), origin: ORIGIN, accountId, beneficiaryAccountId, amount }
}

export function openRestCore(url: URL, options: Partial<RestCoreOptions> = {}): RestCore {
  return new RestCore({
    url,
    environment: 'sandbox',
    timeoutMs: 10_000,
    maxConnections: 8,
    maxWaiting: 1_000,
    circuitBreaker: { failureRate: 100, openMs: 100, minimumCalls: 1_000_000 },
    ...options,
  })
}

export async function balanceOf(
  core: RemoteCore,
  accountId: string,
  institutionId = ORIGIN.institutionId,
): Promise<bigint> {
  const outcome = await core.inquireBalance({ origin: { ...ORIGIN, institutionId }, accountId })
  if (!('balances' in outcome)) throw new Error(`${accountId} declined with ${outcome.code}`)
  return outcome.balances.balanceMinor
}

/** The result of a call: its value, or the kind of the Problem. */
export async function settled<T>(work: Promise<T>): Promise<T | 'unavailable' | 'timeout'> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem && (error.kind === 'unavailable' || error.kind === 'timeout')) return error.kind
    throw error
  }
}

export function isOutcome(value: RemoteOutcome | string | undefined): value is RemoteOutcome {
  return typeof value === 'object'
}
