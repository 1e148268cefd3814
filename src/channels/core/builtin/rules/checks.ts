// The checks that orders share. Each returns the code it declines with, or undefined. Operations chain them with `??`
// in the order the contract fixes: card, account, biller, capability, currency, amount and fee, rules, limits, funds. The
// first that fails decides. The channel checks institution and terminal before all of these.

import type { Biller, Capability, Terminal } from '../../../../administration/institutions/directory.ts'
import { isCardNumber } from '../../../../platform/kernel/identifiers/pan.ts'
import { minorBelowNumber } from '../../../../platform/kernel/money/money.ts'
import type { UsedToday } from '../../../../rules/order-rules.ts'
import { firstDecline, type RuleDecline } from '../../../../rules/outputs/order-outputs.ts'
import { DECLINE, type DeclineCode } from '../../outcome.ts'
import type { Presented } from '../../presented.ts'
import { availableMinor, type BankAccount, isLoan, type RiskFlag } from '../books/bank-account.ts'
import type { BankBooks } from '../books/bank-books.ts'
import type { Card, CardStatus } from '../books/card.ts'

type Check = DeclineCode | undefined

const CARD_STATUS: Readonly<Record<CardStatus, DeclineCode | undefined>> = {
  ACTIVE: undefined,
  EXPIRED: DECLINE.cardExpired,
  NOT_ACTIVE: DECLINE.cardNotActive,
  BLOCKED: DECLINE.cardBlocked,
  LOST: DECLINE.lostCard,
  STOLEN: DECLINE.stolenCard,
}

export function cardOf({ panHash }: Presented, books: Pick<BankBooks, 'card'>): Card | undefined {
  return panHash === undefined ? undefined : books.card(panHash)
}

/** A presented card must be one of the institution's, in any state. */
export function checkCardKnown({ pan }: Presented, card: Card | undefined): Check {
  if (pan === undefined) return undefined
  if (!isCardNumber(pan)) return DECLINE.invalidCardNumber
  return card === undefined ? DECLINE.noCardRecord : undefined
}

export function checkCard(presented: Presented, card: Card | undefined): Check {
  return checkCardKnown(presented, card) ?? (card && CARD_STATUS[card.status])
}

/** With a card, an account that is not the card's counts as unknown. */
export function accountOf(
  accountId: string,
  card: Card | undefined,
  books: Pick<BankBooks, 'account'>,
): BankAccount | undefined {
  return card?.accountIds.includes(accountId) === false ? undefined : books.account(accountId)
}

export function checkSourceUsable(account: BankAccount): Check {
  return account.status === 'OPEN' ? undefined : DECLINE.sourceNotUsable
}

export function checkDestinationUsable(account: BankAccount): Check {
  return account.status === 'OPEN' ? undefined : DECLINE.destinationNotUsable
}

export function checkBiller(biller: Biller, bin: string): Check {
  return biller.isActive && biller.bin === bin ? undefined : DECLINE.billerNotUsable
}

/** The account's type must be active, and its capability must be active and grant what is needed. */
export function checkCapability(presented: Presented, account: BankAccount, needed: keyof Capability): Check {
  const isGranted =
    isOfActiveType(presented, account) && presented.directory.capability(account.txnCapability)?.[needed] === true
  return isGranted ? undefined : DECLINE.notPermittedToCardholder
}

/** An account whose type has no record is treated as one of an inactive type. */
export function isOfActiveType({ directory, institution }: Presented, { accountType }: BankAccount): boolean {
  return directory.accountType(institution.institutionId, accountType)?.isActive === true
}

export function checkCurrency(account: BankAccount, currency: string): Check {
  return account.currency === currency ? undefined : DECLINE.currencyNotAccepted
}

/** A terminal handles cash in its own currencies; one that lists none takes any. */
export function checkCashCurrency(terminal: Terminal | undefined, cashMinor: bigint, currency: string): Check {
  if (terminal === undefined || cashMinor === 0n || terminal.currencies.size === 0) return undefined
  return terminal.currencies.has(currency) ? undefined : DECLINE.currencyNotAccepted
}

/** Only whole notes can be handed out, and only in the currency the terminal is loaded with. */
export function checkNotes(terminal: Terminal | undefined, cashMinor: bigint, currency: string): Check {
  const note = terminal?.smallestNote
  if (note === undefined || note.currency !== currency) return undefined
  return cashMinor % note.minor === 0n ? undefined : DECLINE.invalidAmount
}

/** The institution's cap is in the base currency; a fee in another currency has none. Rules may set a lower one in any. */
export function checkFee(presented: Presented, feeMinor: bigint, currency: string, usedToday: UsedToday): Check {
  const { institution } = presented
  const cap = currency === institution.baseCurrency ? institution.maxAccessFeeMinor : undefined
  if (cap !== undefined && feeMinor > cap) return DECLINE.unacceptableFee
  return checkFeeRules(presented, feeMinor, currency, usedToday)
}

export function checkFeeRules({ rules }: Presented, feeMinor: bigint, currency: string, usedToday: UsedToday): Check {
  const highest = rules?.maxAccessFee(usedToday)
  if (highest === undefined) return undefined
  return feeMinor <= minorBelowNumber(highest, currency) ? undefined : DECLINE.unacceptableFee
}

const RULE_DECLINE: Readonly<Record<RuleDecline & RiskFlag, DeclineCode>> = {
  DO_NOT_HONOUR: DECLINE.doNotHonour,
  SUSPECTED_FRAUD: DECLINE.suspectedFraud,
}

/** The flags that risk staff set on accounts, and the rules on velocity and fraud. */
export function checkRules({ rules }: Presented, usedToday: UsedToday, ...accounts: readonly BankAccount[]): Check {
  if (rules === undefined && accounts.every(({ riskFlag }) => riskFlag === null)) return undefined
  const decline = firstDecline([...accounts.map(({ riskFlag }) => riskFlag), rules?.decline(usedToday)])
  return decline && RULE_DECLINE[decline]
}

/** The largest balance: a JSON number beyond this is not exact. */
const MAX_BALANCE_MINOR = 10n ** 15n

/** A credit must leave a balance that is exact as a JSON number; on a loan it must not exceed what is owed. */
export function checkCredit(account: BankAccount, amountMinor: bigint): Check {
  const ceiling = isLoan(account) ? 0n : MAX_BALANCE_MINOR
  return account.balanceMinor + amountMinor <= ceiling ? undefined : DECLINE.invalidAmount
}

export function checkFunds(account: BankAccount, amountMinor: bigint): Check {
  return availableMinor(account) >= amountMinor ? undefined : DECLINE.insufficientFunds
}
