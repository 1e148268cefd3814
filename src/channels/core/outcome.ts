// What a core answers. An approval and a decline are both returned; a Problem is thrown when there is no answer.

import type { BalanceType } from '../../administration/institutions/directory.ts'
import type { BusinessDate } from '../../platform/kernel/time/clock.ts'

export const APPROVED_CODE = '000'

/** Why a bank says no. The codes follow ISO 8583:1993 with private ones in 180–199 and 480–499. */
export const DECLINE = {
  doNotHonour: '100',
  cardExpired: '101',
  suspectedFraud: '102',
  cardBlocked: '104',
  insufficientFunds: '110',
  invalidCardNumber: '111',
  unacceptableFee: '113',
  noSuchAccount: '114',
  serviceNotSupported: '115',
  noCardRecord: '118',
  notPermittedToCardholder: '119',
  notPermittedToTerminal: '120',
  exceedsAmountLimit: '121',
  exceedsCountLimit: '123',
  cardNotActive: '125',
  invalidAmount: '180',
  currencyNotAccepted: '181',
  sourceNotUsable: '182',
  destinationNotUsable: '183',
  billerNotUsable: '185',
  reversalWindowOver: '188',
  sameAccount: '190',
  lostCard: '208',
  stolenCard: '209',
  alreadyReversed: '480',
  exceedsWhatIsLeft: '483',
  originalDeclined: '484',
  reversedBeforeArrival: '485',
  institutionSuspended: '912',
  duplicateTransmission: '913',
  originalNotFound: '914',
  unknownTerminal: '940',
} as const

export type DeclineCode = (typeof DECLINE)[keyof typeof DECLINE]

export interface Declined {
  readonly code: DeclineCode
}

export interface Branch {
  readonly id: string
  readonly name: string
  readonly address: string
}

/** What an account shows after an order, in minor units of its currency. */
export interface AccountBalances {
  readonly currency: string
  readonly availableMinor: bigint
  readonly balanceMinor: bigint
  /** Loan accounts only: what is due next, and when. */
  readonly paymentDue?: { readonly amountMinor: bigint; readonly dueDate: BusinessDate }
  /** The balances that are returned to callers; absent: all. */
  readonly returned?: ReadonlySet<BalanceType>
}

/** An available balance that the core does not tell is not too small. */
export function showsLessThan({ availableMinor, returned }: AccountBalances, amountMinor: bigint): boolean {
  return (returned === undefined || returned.has('Available')) && availableMinor < amountMinor
}

/** What an approval shows of the accounts it touched. */
export interface ShownAccounts {
  /** Absent when the core does not tell it. */
  readonly branch?: Branch
  readonly balances: AccountBalances
  /** Transfers and their reversals only: the other account. */
  readonly beneficiaryBalances?: AccountBalances
}

/** What a core answers about one order or inquiry. */
export interface CoreApproval extends ShownAccounts {
  readonly code: typeof APPROVED_CODE
}

export type CoreOutcome = CoreApproval | Declined

/** The approval that a caller receives: the gateway adds the authorization id and the business date. */
export interface Approved extends CoreApproval {
  readonly authId: string
  readonly businessDate: BusinessDate
}

export type Outcome = Approved | Declined

export function isCoreApproval(outcome: CoreOutcome): outcome is CoreApproval {
  return outcome.code === APPROVED_CODE
}

export function isApproved(outcome: Outcome): outcome is Approved {
  return outcome.code === APPROVED_CODE
}

export interface ListedAccount {
  readonly id: string
  readonly accountType: string
  readonly txnCapability: string
  readonly description: string
}

export interface AccountsListed {
  readonly code: typeof APPROVED_CODE
  readonly accounts: readonly ListedAccount[]
}

export type LookupOutcome = AccountsListed | Declined
