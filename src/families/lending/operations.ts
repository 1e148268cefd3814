// The operations of lending, by domain, in the order of the contract.

import { createApplication } from './applications/create-application.ts'
import { getApplication } from './applications/get-application.ts'
import { listApplications } from './applications/list-applications.ts'
import { arrangeHardship } from './collections/arrange-hardship.ts'
import { getCollections } from './collections/get-collections.ts'
import { recordDecision } from './decisions/record-decision.ts'
import { recordRiskSignals } from './decisions/record-risk-signals.ts'
import { disburseLoan } from './disbursements/disburse-loan.ts'
import { reverseDisbursement } from './disbursements/reverse-disbursement.ts'
import { chargeFee } from './fees/charge-fee.ts'
import { listFees } from './fees/list-fees.ts'
import type { LendingOperation } from './lending-operation.ts'
import { amendLoan } from './loans/amend-loan.ts'
import { closeLoan } from './loans/close-loan.ts'
import { createLoan } from './loans/create-loan.ts'
import { getLoan } from './loans/get-loan.ts'
import { listLoans } from './loans/list-loans.ts'
import { restructureLoan } from './loans/restructure-loan.ts'
import { acceptOffer } from './offers/accept-offer.ts'
import { createOffer } from './offers/create-offer.ts'
import { getOffer } from './offers/get-offer.ts'
import { listOffers } from './offers/list-offers.ts'
import { searchOffers } from './offers/search-offers.ts'
import { getRate } from './rates/get-rate.ts'
import { getRateQuote } from './rates/get-rate-quote.ts'
import { searchRates } from './rates/search-rates.ts'
import { prepayLoan } from './repayments/prepay-loan.ts'
import { repayLoan } from './repayments/repay-loan.ts'
import { repayManually } from './repayments/repay-manually.ts'
import { repayPartially } from './repayments/repay-partially.ts'
import { getAging } from './status/get-aging.ts'
import { getBalances } from './status/get-balances.ts'
import { getNextDue } from './status/get-next-due.ts'
import { getSchedule } from './status/get-schedule.ts'

export const LENDING_OPERATIONS: readonly LendingOperation[] = [
  createApplication,
  listApplications,
  getApplication,
  recordRiskSignals,
  recordDecision,
  createOffer,
  listOffers,
  searchOffers,
  getOffer,
  acceptOffer,
  createLoan,
  listLoans,
  getLoan,
  amendLoan,
  closeLoan,
  restructureLoan,
  disburseLoan,
  reverseDisbursement,
  repayLoan,
  repayManually,
  repayPartially,
  prepayLoan,
  getBalances,
  getNextDue,
  getSchedule,
  getAging,
  getCollections,
  arrangeHardship,
  getRateQuote,
  searchRates,
  getRate,
  chargeFee,
  listFees,
]
