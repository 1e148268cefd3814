// Whether an operator has stopped a movement that is asked for. One that is stored passes.

import type { Directory } from '../../../administration/institutions/directory.ts'
import { tokenProblem } from '../../token-problems.ts'
import type { DepositOrder, RedemptionOrder, TransferOrder } from '../orders.ts'
import type { IssuerFactsCache } from './issuer-facts.ts'

interface Parts {
  readonly directory: Pick<Directory, 'stop'>
  readonly issuers: IssuerFactsCache
}

/** Deposits and redemptions stay within the institution: it is on both sides. Refusals: `stopped`. */
export async function refuseStopped(
  { directory, issuers }: Parts,
  order: DepositOrder | RedemptionOrder | TransferOrder,
  payerId: string,
  payeeId = payerId,
): Promise<void> {
  const { actor, currency, amountMinor, reference } = order
  const movement = {
    partnerId: reference.partnerId,
    clientId: actor.clientId,
    currency,
    amountMinor,
    payerInstitutionId: payerId,
    payeeInstitutionId: payeeId,
  }
  // Which institutions of ours the two are may have to be read: not while nothing is stopped.
  let hasStops = false
  directory.stop(() => {
    hasStops = true
    return { ...movement, institutionIds: [] }
  })
  if (!hasStops) return
  const sides = await Promise.all([issuers.of(payerId), issuers.of(payeeId)])
  const institutionIds = sides.map(({ externalId }) => externalId)
  if (directory.stop(() => ({ ...movement, institutionIds })) !== undefined)
    throw tokenProblem('stopped', 'an operator has stopped such movements')
}
