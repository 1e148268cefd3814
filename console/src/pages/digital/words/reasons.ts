// Codes of digital banking in plain words, for people who have never seen the API.

/** Why a request was refused. Codes whose own message says enough are absent. */
export const REFUSALS: Readonly<Record<string, string>> = {
  PARTNER_NOT_ALLOWED:
    'The partner does not work for this institution of account services. Check the partner’s institutions.',
  NOT_RESOLVER:
    'This decision is for the other side. Committing is for the side that was named as committer; aborting is for the committer and for the payee.',
  REFERENCE_REUSED:
    'An earlier attempt of this form reached the gateway and was stored with other values. Look at what was stored before you send anything else.',
  INSTITUTION_EXISTS:
    'Another institution has the same BIC, LEI or account services institution. Each may be used once.',
  USER_EXISTS: 'Another user of this institution has the same external id. Use that user, or correct the id.',
  DEFAULT_ACCOUNT_EXISTS:
    'The partner already has a default account in this currency. Open this one without “default”, or close the other one first.',
  INVALID_STATE_TRANSITION:
    'The state has changed meanwhile, and this move is no longer possible. Read the page again.',
  OPEN_OBLIGATIONS:
    'Something is still open: tokens in circulation, money behind them, accounts that are not closed, or movements under way. Redeem, transfer or close them first.',
  ACCOUNT_NOT_EMPTY:
    'The account still holds tokens, or a movement of it is under way. Redeem or transfer the tokens first.',
  TRANSFER_NOT_RESERVED: 'The tokens of this transfer are not reserved (any more), so there is nothing to decide.',
  TRANSFER_ALREADY_COMMITTED: 'Another person has committed this transfer already. The tokens go to the beneficiary.',
  TRANSFER_ALREADY_ABORTED:
    'Another person has aborted this transfer already. The tokens are free again for the payer.',
  TRANSFER_EXPIRED:
    'The decision came too late: the transfer had expired. The tokens are free again for the payer; make a new transfer if it is still meant.',
  REDEMPTION_ACCOUNT_UNRESOLVED:
    'No account was named, and the partner has no account in this currency that could be meant. Choose an account.',
  REDEMPTION_ACCOUNT_AMBIGUOUS: 'No account was named, and several could be meant. Choose one of them.',
  INSTITUTION_NOT_ACTIVE:
    'The institution is not active. A suspended institution takes no new users, accounts, deposits or transfers.',
  USER_NOT_ACTIVE: 'The user is not active. A suspended user can only receive tokens.',
  ACCOUNT_CLOSED: 'The account is closed. Use another account.',
  ACCOUNT_FROZEN: 'The account is frozen, and its restrictions forbid this. Unfreeze it first, or use another account.',
  ACCOUNT_NOT_ACTIVE: 'The account is not active: it is still being opened, or it could not be opened.',
  SAME_ACCOUNT: 'Payer and beneficiary are the same account.',
  RETURN_INVALID: 'The transfer cannot be returned so: it is not committed, or more would be returned than was paid.',
  BENEFICIARY_NOT_FOUND: 'There is no such institution, or it has no account with this id.',
  BENEFICIARY_CLOSED: 'The beneficiary’s account is closed.',
  BENEFICIARY_CANNOT_RECEIVE: 'The beneficiary’s institution or account takes no tokens at present.',
  CURRENCY_NOT_SUPPORTED: 'The institution issues no tokens in this currency.',
  CURRENCY_MISMATCH: 'The currency is not that of the account.',
  LINKED_ACCOUNT_INVALID:
    'The linked account cannot be used: it must be an active checking or savings account of the institution, in the same currency, open to transfers both ways.',
  LIMIT_EXCEEDED: 'The amount is above the institution’s limit, for one transaction or for the day.',
  INSUFFICIENT_AVAILABLE_TOKENS: 'The account has fewer tokens available than this. Locked tokens do not count.',
  INSUFFICIENT_LINKED_FUNDS: 'The linked account does not cover the amount.',
  INSUFFICIENT_SETTLEMENT_LIQUIDITY:
    'The institution would owe other institutions more than its net debit cap allows. Settle with them first, or send less.',
  LEDGER_UNAVAILABLE: 'The ledger cannot be reached just now. Nothing was done; sending the same again is safe.',
  CORE_UNAVAILABLE: 'The bank’s core cannot be reached just now. Nothing was done; sending the same again is safe.',
  GATEWAY_TIMEOUT: 'The outcome is not known. Sending the same again is safe: it is done once.',
}

/** Why a movement or account ended without success. */
const OUTCOMES: Readonly<Record<string, string>> = {
  LEDGER_REFUSED: 'The ledger refused it for good. Money that had been taken was given back.',
  FUNDS_UNCLAIMED:
    'The deposit failed and the linked account refused its money back. The institution keeps the money as unclaimed; settle it by hand.',
  TRANSFER_ABORTED: 'One side aborted the transfer.',
  TRANSFER_EXPIRED: 'No one committed the transfer in time.',
}

export function outcomeWords(reasonCode: string): string | undefined {
  return OUTCOMES[reasonCode] ?? REFUSALS[reasonCode]
}

/** ISO 20022 reasons that digital banking gives. */
const ISO_REASONS: Readonly<Record<string, string>> = {
  AB03: 'the time for it ran out',
  AB04: 'it was stopped by an error at the ledger',
  AC01: 'there is no such account',
  AC02: 'the debited account cannot be used',
  AC03: 'the credited account cannot be used',
  AC04: 'the account is closed',
  AC06: 'the account is frozen and takes no tokens',
  AC07: 'the account is closed',
  AC11: 'the account is in another currency',
  AG01: 'the account is not active yet',
  AG10: 'the institution is not active',
  AG11: 'the institution is not active',
  AM03: 'the institution does not issue this currency',
  AM04: 'there is not enough to cover it',
  AM12: 'the amount is not valid',
  AM14: 'the amount is above a limit',
  AM23: 'the institution’s net debit cap is reached',
  BE01: 'the name is not that of the holder',
  CURR: 'the currency is another',
  CUST: 'the payer’s side asked for it',
  MS02: 'the payee’s side asked for it',
}

export function isoWords(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : ISO_REASONS[reason]
}
