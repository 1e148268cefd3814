// What a core answers. An approval and a decline are both answers; only the lack of one is thrown (see core.ts).

import type { BusinessDate } from '../kernel/clock.ts'

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
}

export interface Approved {
  readonly code: '000'
  readonly authId: string
  readonly businessDate: BusinessDate
  readonly branch: Branch
  readonly balances: AccountBalances
  /** Transfers only: the account that was credited. */
  readonly beneficiaryBalances?: AccountBalances
}

export type Outcome = Approved | Declined

export function isApproved(outcome: Outcome): outcome is Approved {
  return outcome.code === '000'
}

export interface ListedAccount {
  readonly id: string
  readonly accountType: string
  readonly txnCapability: string
  readonly description: string
}

export interface AccountsListed {
  readonly code: '000'
  readonly accounts: readonly ListedAccount[]
}

export type LookupOutcome = AccountsListed | Declined
