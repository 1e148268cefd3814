// A lending client that asks for the worst it may: reads and what-ifs of a loan with the most rows, without a pause, on
// several connections, and without waiting for every answer.

import { LENDING_HEADERS } from '../load/requests.ts'
import type { ServerProcess } from '../servers/server-process.ts'

/** What the product OPEN of the sandbox allows. */
const ROWS = 2_100
const CONNECTIONS = 4
const PAYMENTS = 20
/** Every so many requests one is abandoned. */
const ABANDONED_EVERY = 10

export interface LendingNeighbour {
  /** Answers by status. */
  stop(): Promise<ReadonlyMap<number, number>>
}

export async function openLargestLoan({ url }: ServerProcess): Promise<string> {
  const { loanId } = await post(url, '/loans', {
    productCode: 'OPEN',
    principal: 1_000_000,
    interestRate: 12,
    loanTerm: { termCount: ROWS, termUnit: 'Days' },
    applicant: { firstName: 'Load', lastName: 'Test' },
  })
  await post(url, `/loans/${loanId}/disbursements`, { amount: 1_000_000 })
  for (let n = 0; n < PAYMENTS; n++) await post(url, `/loans/${loanId}/repayments`, { amount: 1_000 })
  return loanId as string
}

export function startNeighbour({ url }: ServerProcess, loanId: string): LendingNeighbour {
  const statuses = new Map<number, number>()
  let isStopped = false
  const restructure = { type: 'RATE_CHANGE', newRate: 11, effectiveDate: tomorrow(), preview: true }
  const asked: (() => [path: string, body?: object])[] = [
    () => [`/loans/${loanId}/repayment-schedule`],
    () => [`/loans/${loanId}/restructure`, restructure],
    () => [`/loans/${loanId}`],
    () => [`/loans/${loanId}/repayments/prepayment`, { amount: 5_000, preview: true }],
  ]
  const loop = async (first: number) => {
    for (let n = first; !isStopped; n++) {
      const [path, body] = (asked[n % asked.length] as (typeof asked)[number])()
      const signal = n % ABANDONED_EVERY === 0 ? AbortSignal.timeout(5) : undefined
      try {
        const response = await send(url, path, body, signal)
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        await response.arrayBuffer()
      } catch {
        statuses.set(0, (statuses.get(0) ?? 0) + 1)
      }
    }
  }
  const loops = Array.from({ length: CONNECTIONS }, (_, i) => loop(i + 1))
  return {
    async stop() {
      isStopped = true
      await Promise.all(loops)
      return statuses
    },
  }
}

function send(url: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/v1/lending${path}`, {
    headers: LENDING_HEADERS,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  })
}

async function post(url: string, path: string, body: object): Promise<{ loanId?: string }> {
  const response = await send(url, path, body)
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { loanId?: string }
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
}
