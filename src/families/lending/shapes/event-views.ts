// Resources as events show them: as their operations answer them.

import type { LoanViews } from '../../../loans/loan-events.ts'
import { wireApplication } from '../applications/application-shapes.ts'
import { wireDecision } from '../decisions/decision-shapes.ts'
import { wireListedOffer } from '../offers/offer-shapes.ts'
import { wireLoan } from './loan.ts'
import { transactionOf } from './transaction.ts'

export const LOAN_VIEWS: LoanViews = {
  application: wireApplication,
  decision: wireDecision,
  offer: wireListedOffer,
  loan: wireLoan,
  transaction(history, position, eventId) {
    const transaction = transactionOf(history, position, eventId)
    if (transaction === undefined) throw new Error(`the loan has no event ${eventId}`)
    return transaction
  },
}
