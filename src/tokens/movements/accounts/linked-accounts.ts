// What movements ask of the accounts that deposits debit and redemptions credit. The bank's rules and the remote cores are
// joined in wire.

import type { Account } from '../../../ledger/account.ts'

/** Accounts in the books of the platform. */
export interface LinkedAccountRules<A extends Account = Account> {
  /** Whether it can be linked: active, DDA or SDA, in the currency, open to transfers both ways. */
  check(account: A, currency: string, bookId: string): 'linked-account-invalid' | undefined
  checkDebit(
    account: A,
    currency: string,
    amountMinor: bigint,
    bookId: string,
  ): 'linked-account-invalid' | 'insufficient-linked-funds' | undefined
  checkCredit(account: A, currency: string, amountMinor: bigint, bookId: string): 'linked-account-invalid' | undefined
}

/** Accounts in the books of a remote core. What is thrown is a Problem: `unavailable` or `timeout` when it is not known. */
export interface RemoteLinkedAccounts {
  /** What the core says of the account before anything is stored. */
  inquire(inquiry: LinkedInquiry): Promise<'linked-account-invalid' | 'insufficient-linked-funds' | undefined>
  /** Executes a reference once, however often it is sent. */
  move(order: LinkedOrder): Promise<LinkedOutcome>
}

export interface LinkedInquiry {
  readonly bookId: string
  readonly partnerId: string
  readonly accountId: string
  readonly currency: string
  /** Deposits only: what the account must have. */
  readonly amountMinor?: bigint | undefined
}

export interface LinkedOrder {
  /** UUID, stored before the call. */
  readonly reference: string
  readonly bookId: string
  readonly partnerId: string
  readonly accountId: string
  readonly direction: 'CREDIT' | 'DEBIT'
  readonly currency: string
  readonly amountMinor: bigint
  /** A credit that is given up when the core rejects the call: the money has another way. Debits always are. */
  readonly mayBeGivenUp?: boolean | undefined
}

export type LinkedOutcome =
  | { readonly moved: true }
  | { readonly moved: false; readonly reason: 'linked-account-invalid' | 'insufficient-linked-funds' }

/**
 * Undefined when the accounts of the book are in the platform's own ledger. Throws `unavailable` when that is not known: the
 * institution has no usable core at present. With an account: where its money moves; in the sandbox some behave as if at a
 * remote core.
 */
export type RemoteOf = (bookId: string, linkedAccountId?: string) => RemoteLinkedAccounts | undefined
