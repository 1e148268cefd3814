// Loans for the repayments of the bench, opened and disbursed over HTTP as any caller would.

import { LENDING_HEADERS, LENT } from '../load/requests.ts'
import type { ServerProcess } from './server-process.ts'

const AT_ONCE = 32

/** Returns the ids of the loans. */
export async function openLoans({ url }: ServerProcess, count: number): Promise<string[]> {
  const ids: string[] = []
  const post = async (path: string, body: object): Promise<{ loanId: string }> => {
    const response = await fetch(`${url}/v1/lending${path}`, {
      method: 'POST',
      headers: LENDING_HEADERS,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { loanId: string }
  }
  let left = count
  const openSome = async () => {
    while (left-- > 0) {
      const { loanId } = await post('/loans', {
        productCode: 'OPEN',
        principal: LENT,
        interestRate: 12,
        loanTerm: { termCount: 60, termUnit: 'Months' },
        applicant: { firstName: 'Load', lastName: 'Test' },
      })
      await post(`/loans/${loanId}/disbursements`, { amount: LENT })
      ids.push(loanId)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, openSome))
  return ids
}
