// The parts of loan origination: applications, risk signals, decisions and offers.

import type { Directory } from '../../../administration/institutions/directory.ts'
import { LOAN_VIEWS } from '../../../families/lending/shapes/event-views.ts'
import { Applications } from '../../../loans/origination/applications/applications.ts'
import { RiskSignals } from '../../../loans/origination/applications/risk-signals.ts'
import { Decisions } from '../../../loans/origination/decisions.ts'
import { Offers } from '../../../loans/origination/offers/offers.ts'
import type { LoanCatalogue } from '../../../loans/products/loan-catalogue.ts'
import { loanDate } from '../../../loans/servicing/loan-dates.ts'
import type { LendingTurns } from '../../../loans/servicing/slices/lending-turns.ts'
import { businessDateAt, type Clock } from '../../../platform/kernel/time/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { RuleBook } from '../../../rules/rule-book.ts'
import type { Wiring } from '../wiring.ts'

export interface OriginationServices {
  readonly applications: Applications
  readonly riskSignals: RiskSignals
  readonly decisions: Decisions
  readonly offers: Offers
}

interface OriginationWiring {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Pick<Directory, 'institution'>
  readonly loanCatalogue: LoanCatalogue
  readonly rules: RuleBook
  readonly turns: LendingTurns
  readonly wiring: Wiring
}

export function makeOrigination(parts: OriginationWiring): OriginationServices {
  const { database, clock, directory, loanCatalogue, rules, turns, wiring } = parts
  const { products, rates } = loanCatalogue
  const shared = { database, clock, products, views: LOAN_VIEWS }
  const businessDate = (institutionId: string) => {
    const institution = directory.institution(institutionId)
    if (institution === undefined) throw new Error(`there is no institution ${institutionId}`)
    return loanDate(businessDateAt(clock.now(), institution))
  }
  return {
    applications: wiring.make(Applications, shared),
    riskSignals: wiring.make(RiskSignals, { database, clock, rules, views: LOAN_VIEWS }),
    decisions: wiring.make(Decisions, shared),
    offers: wiring.make(Offers, { ...shared, rates, businessDate, turns }),
  }
}
