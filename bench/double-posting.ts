// Sends the same withdrawals to two gateways at the same time: each must be posted once, and both callers must get the
// same answer.

import type { Database } from '../src/storage/database.ts'
import { countRecorded } from './figures/books.ts'
import { BASE_PATH, bodyOf, correlationIdOf, FIRST_ACCOUNT, HEADERS, TEMPLATES } from './load/requests.ts'
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
  const { withdrawal } = TEMPLATES
  const values = { rrn, account: String(FIRST_ACCOUNT), amount: '10', beneficiary: '', originalRrn: '' }
  const response = await fetch(`${url}${BASE_PATH}${withdrawal.path}`, {
    method: 'POST',
    headers: { ...HEADERS, 'x-correlation-id': correlationIdOf(rrn) },
    body: bodyOf(withdrawal, values),
  })
  return `${response.status} ${await response.text()}`
}
