// Sends the same withdrawals to two gateways at the same time: each must be posted once, and both callers must get the
// same answer.

import type { Database } from '../src/platform/storage/database.ts'
import { countRecorded } from './figures/books.ts'
import { FIRST_ACCOUNT, requestOf, TEMPLATES } from './load/requests.ts'
import type { ServerProcess } from './servers/server-process.ts'

const ORDERS = 512
const CONCURRENCY = 32

/** Returns what went wrong; empty when all is well. */
export async function findDoublePostings(
  servers: readonly ServerProcess[],
  books: Database,
  run: number,
): Promise<string[]> {
  const faults: string[] = []
  for (let first = 0; first < ORDERS; first += CONCURRENCY) {
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async (_, i) => {
        const rrn = `${run}${String(first + i).padStart(9, '0')}`
        const [one, ...others] = await Promise.all(servers.map((server) => withdraw(server, rrn)))
        if (others.some((other) => other !== one)) faults.push(`RRN ${rrn} was answered differently`)
      }),
    )
  }
  const recorded = await countRecorded(books, { run, answers: ORDERS, inFlight: 0, hasInquiries: false })
  if (recorded.codes['000'] !== ORDERS) faults.push(`${ORDERS} RRNs sent to each gateway: ${JSON.stringify(recorded)}`)
  return faults
}

async function withdraw({ url }: ServerProcess, rrn: string): Promise<string> {
  const values = { rrn, account: String(FIRST_ACCOUNT), amount: '10', beneficiary: '', originalRrn: '', loan: '' }
  const { path, ...request } = requestOf(TEMPLATES.withdrawal, values)
  const response = await fetch(`${url}${path}`, request)
  return `${response.status} ${await response.text()}`
}
