// Who may move tokens, in the order in which the contract refuses. The same functions decide under the locks and explain a
// refusal afterwards.

import type { IsoReason } from '../../../platform/kernel/identifiers/iso-reason.ts'
import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { AccountState } from '../../accounts/digital-account.ts'
import type { Restriction } from '../../ledgers/digital-ledger.ts'
import type { InstitutionState } from '../../parties/digital-institution.ts'
import type { UserState } from '../../parties/digital-user.ts'
import type { TokenLimits } from '../../settings.ts'
import { tokenProblem } from '../../token-problems.ts'
import type { MovementKind, Transfer, TransferState } from '../movement.ts'

/** An account with its user and institution, as they stand. */
export interface Standing {
  readonly accountId: string
  readonly issuerId: string
  readonly currency: string
  readonly accountState: AccountState
  readonly restrictions: readonly Restriction[]
  readonly userState: UserState
  readonly institutionState: InstitutionState
  /** At present: relinking changes it. */
  readonly linkedAccountId: string
}

const TOKEN_TYPE = 'TOKENIZED_DEPOSIT'

export function tokenTypeProblem(tokenType: string): Problem | undefined {
  if (tokenType === TOKEN_TYPE) return undefined
  return tokenProblem('token-type-not-supported', `the token type must be ${TOKEN_TYPE}`, {
    details: [{ path: 'tokenAmount.tokenType', message: `must be ${TOKEN_TYPE}` }],
  })
}

/** Why the account cannot start a movement. */
export function standingProblem(standing: Standing, kind: MovementKind): Problem | undefined {
  const { institutionState, userState, accountState } = standing
  const isOpenInstitution = institutionState === 'ACTIVE' || (kind === 'REDEMPTION' && institutionState === 'SUSPENDED')
  if (!isOpenInstitution) return tokenProblem('institution-not-active', 'the institution is not active')
  if (userState !== 'ACTIVE') return tokenProblem('user-not-active', 'the user is not active')
  const resource = { type: 'DIGITAL_ASSET_ACCOUNT', id: standing.accountId, state: accountState }
  if (accountState === 'CLOSED') return tokenProblem('account-closed', 'the account is closed', { resource })
  const blocking: Restriction = kind === 'DEPOSIT' ? 'NO_CREDIT' : 'NO_DEBIT'
  if (accountState === 'FROZEN' && standing.restrictions.includes(blocking))
    return tokenProblem('account-frozen', 'the account is frozen', { resource })
  if (accountState !== 'ACTIVE' && accountState !== 'FROZEN')
    return tokenProblem('account-not-active', 'the account is not active', { resource })
  return undefined
}

export function currencyProblem(accountCurrency: string, currency: string): Problem | undefined {
  if (accountCurrency === currency) return undefined
  return tokenProblem('currency-mismatch', 'the account is in another currency', {
    details: [{ path: 'tokenAmount.currency', message: "must be the account's currency" }],
  })
}

/** Why the account cannot receive tokens in a currency, in the order of the contract's account validation. */
export function cannotReceive(
  { institutionState, accountState, restrictions, currency: accountCurrency }: Omit<Standing, 'linkedAccountId'>,
  currency: string | undefined,
): IsoReason | undefined {
  if (institutionState !== 'ACTIVE') return 'AG11'
  if (accountState === 'CLOSED') return 'AC07'
  if (accountState === 'FROZEN' && restrictions.includes('NO_CREDIT')) return 'AC06'
  if (accountState !== 'ACTIVE' && accountState !== 'FROZEN') return 'AG01'
  if (currency !== undefined && currency !== accountCurrency) return 'AC11'
  return undefined
}

/** Why the beneficiary of a transfer cannot receive it. */
export function beneficiaryProblem(payee: Standing | undefined, currency: string): Problem | undefined {
  if (payee === undefined) {
    return tokenProblem('beneficiary-not-found', 'the beneficiary has no such account at this institution', {
      details: [{ path: 'beneficiary.digitalAssetAccount.id', message: 'is not an account of the institution' }],
    })
  }
  if (payee.accountState === 'CLOSED') return tokenProblem('beneficiary-closed', "the beneficiary's account is closed")
  const isoReason = cannotReceive(payee, currency)
  if (isoReason === undefined) return undefined
  return tokenProblem('beneficiary-cannot-receive', "the beneficiary's account cannot receive this transfer", {
    isoReason,
  })
}

/** A transfer that another one gives back, and what its returns amount to. */
export interface ReturnedTransfer {
  readonly transferId: string
  readonly state: TransferState
  readonly payerAccountId: string
  readonly payeeAccountId: string
  readonly currency: string
  readonly amountMinor: bigint
  /** Open and COMMITTED returns. */
  readonly returnedMinor: bigint
}

/** Transfers with what was given back of them, which another book knows. */
export function withReturns(
  transfers: readonly ReturnedTransfer[],
  returns: readonly Pick<ReturnedTransfer, 'transferId' | 'returnedMinor'>[],
): ReturnedTransfer[] {
  return transfers.map((transfer) => ({
    ...transfer,
    returnedMinor: returns.find(({ transferId }) => transferId === transfer.transferId)?.returnedMinor ?? 0n,
  }))
}

/** Why a transfer is no return of another: `first` is what its `returnOf` names. */
export function returnProblem(
  first: ReturnedTransfer | undefined,
  { accountId, currency, amountMinor }: Pick<Transfer, 'accountId' | 'currency' | 'amountMinor'>,
): Problem | undefined {
  if (first === undefined || first.state !== 'COMMITTED' || first.payeeAccountId !== accountId)
    return returnInvalid('must be a COMMITTED transfer in which this account was paid')
  // A return in another currency is refused later.
  if (first.currency !== currency || first.returnedMinor + amountMinor <= first.amountMinor) return undefined
  return returnInvalid('would be returned for more than its tokens')
}

function returnInvalid(message: string): Problem {
  return tokenProblem('return-invalid', 'the transfer cannot be returned so', {
    details: [{ path: 'returnOf.id', message }],
  })
}

/** `usedMinor`: what the account has moved today in movements of the same kind that did not fail. */
export function limitProblem(
  limits: TokenLimits | undefined,
  amountMinor: bigint,
  usedMinor: bigint,
): Problem | undefined {
  if (limits?.perTransactionMinor !== undefined && amountMinor > limits.perTransactionMinor)
    return overLimit('the amount is over the limit per transaction')
  if (limits?.perDayMinor !== undefined && usedMinor + amountMinor > limits.perDayMinor)
    return overLimit('the amount is over what is left of the limit per day')
  return undefined
}

/** Of the ledger that issues the tokens: its ceiling, or what it lets be issued in a day. */
export function overLedgerLimit(): Problem {
  return overLimit('the amount is over what the ledger lets be issued')
}

function overLimit(message: string): Problem {
  return tokenProblem('limit-exceeded', message, { details: [{ path: 'tokenAmount.tokens', message }] })
}

export function linkedProblem(
  reason: 'linked-account-invalid' | 'insufficient-linked-funds',
  kind: MovementKind,
): Problem {
  return reason === 'insufficient-linked-funds'
    ? tokenProblem(reason, 'the linked account does not have the money')
    : tokenProblem(reason, 'the linked account cannot be used', {
        ...(kind === 'REDEMPTION' && { isoReason: 'AC03' }),
        details: [{ path: 'linkedAccount.id', message: "must be the account's own linked account, open to transfers" }],
      })
}
