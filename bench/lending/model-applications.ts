// One application of every kind that the bench of lending multiplies, made by origination itself.

import { APPROVE, DECLINE, type Origination, REFER } from '../../src/loans/origination/origination.fixture.ts'
import { newId } from '../../src/platform/kernel/identifiers/ids.ts'
import type { Database } from '../../src/platform/storage/database.ts'

/** The ids of model applications, each as often as its kind is usual. */
export async function makeModelApplications(origination: Origination): Promise<string[]> {
  const { submit, decide, offered, accept } = origination
  const submitted = (await submit()).applicationId
  const decided = async (decision: typeof APPROVE) => {
    const { applicationId } = await submit()
    await decide(applicationId, decision)
    return applicationId
  }
  const accepted = await offered(2)
  await accept(accepted.offerIds[0] ?? '')
  const [referred, declined, approved] = [await decided(REFER), await decided(DECLINE), await decided(APPROVE)]
  const [one, two] = [(await offered(1)).applicationId, (await offered(2)).applicationId]
  return [submitted, submitted, referred, declined, declined, approved, one, one, two, accepted.applicationId]
}

/** An application whose accepted offer became a loan. */
export async function makeConvertedApplication(origination: Origination, database: Database): Promise<string> {
  const { applicationId, offerIds } = await origination.offered(1)
  await origination.accept(offerIds[0] ?? '')
  await database.query(`UPDATE loan_applications SET status = 'CONVERTED' WHERE application_id = $1`, [applicationId])
  await database.query(`UPDATE loan_offers SET status = 'CONVERTED', loan_id = $2 WHERE application_id = $1`, [
    applicationId,
    newId(origination.clock.now()),
  ])
  return applicationId
}
