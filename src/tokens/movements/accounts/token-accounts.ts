// The accounts of an institution's tokens, and what each step of a movement posts. Credits are positive: supply is negative
// while tokens exist, backing and owed are positive while the institution has received money and owes it to others.
//
//   D holding of an account   S supply   B backing   P owed to other institutions   U unclaimed   L linked account
//   X settlement cash: what was paid outside the platform

import { customer, type Entry, general } from '../../../ledger/journal.ts'

export const TOKEN_ACCOUNTS = ['supply', 'backing', 'owed', 'unclaimed', 'linked', 'cash'] as const
export type TokenAccount = (typeof TOKEN_ACCOUNTS)[number]

export function tokenAccount(issuerId: string, account: TokenAccount): string {
  return `tokens:${issuerId}:${account}`
}

/** What the entries of a step need to know of a movement. */
export interface Moving {
  readonly issuerId: string
  readonly accountId: string
  readonly currency: string
  readonly amountMinor: bigint
}

/** Dr S Cr D. */
export function mintEntries({ issuerId, accountId, currency, amountMinor }: Moving): Entry[] {
  return [general(tokenAccount(issuerId, 'supply'), currency, -amountMinor), customer(accountId, currency, amountMinor)]
}

/** Dr D Cr S. */
export function burnEntries({ issuerId, accountId, currency, amountMinor }: Moving): Entry[] {
  return [customer(accountId, currency, -amountMinor), general(tokenAccount(issuerId, 'supply'), currency, amountMinor)]
}

/** Undefined: the linked account is in the books of a remote core. */
export type LinkedEntryAccount = string | undefined

/** Dr L Cr B. */
export function fundEntries({ issuerId, currency, amountMinor }: Moving, linked: LinkedEntryAccount): Entry[] {
  return [
    linkedEntry(issuerId, linked, currency, -amountMinor),
    general(tokenAccount(issuerId, 'backing'), currency, amountMinor),
  ]
}

/** Dr B Cr L. */
export function payOutEntries({ issuerId, currency, amountMinor }: Moving, linked: LinkedEntryAccount): Entry[] {
  return [
    general(tokenAccount(issuerId, 'backing'), currency, -amountMinor),
    linkedEntry(issuerId, linked, currency, amountMinor),
  ]
}

/** Dr B Cr U. */
export function unclaimedEntries({ issuerId, currency, amountMinor }: Moving): Entry[] {
  return [
    general(tokenAccount(issuerId, 'backing'), currency, -amountMinor),
    general(tokenAccount(issuerId, 'unclaimed'), currency, amountMinor),
  ]
}

/** Dr U Cr L. */
export function claimEntries({ issuerId, currency, amountMinor }: Moving, linked: LinkedEntryAccount): Entry[] {
  return [
    general(tokenAccount(issuerId, 'unclaimed'), currency, -amountMinor),
    linkedEntry(issuerId, linked, currency, amountMinor),
  ]
}

/** Dr U Cr X. */
export function settledOutsideEntries({ issuerId, currency, amountMinor }: Moving): Entry[] {
  return [
    general(tokenAccount(issuerId, 'unclaimed'), currency, -amountMinor),
    general(tokenAccount(issuerId, 'cash'), currency, amountMinor),
  ]
}

/** The payer's side of a settlement: Dr P Cr X. */
export function settlementPaidEntries({ issuerId, currency, amountMinor }: Omit<Moving, 'accountId'>): Entry[] {
  return [
    general(tokenAccount(issuerId, 'owed'), currency, -amountMinor),
    general(tokenAccount(issuerId, 'cash'), currency, amountMinor),
  ]
}

/** The payee's side of a settlement: Dr X Cr P. */
export function settlementReceivedEntries({ issuerId, currency, amountMinor }: Omit<Moving, 'accountId'>): Entry[] {
  return [
    general(tokenAccount(issuerId, 'cash'), currency, -amountMinor),
    general(tokenAccount(issuerId, 'owed'), currency, amountMinor),
  ]
}

/** The payer's side of a transfer: Dr D Cr S · Dr B Cr P. */
export function transferOutEntries(moving: Moving): Entry[] {
  const { issuerId, currency, amountMinor } = moving
  return [
    ...burnEntries(moving),
    general(tokenAccount(issuerId, 'backing'), currency, -amountMinor),
    general(tokenAccount(issuerId, 'owed'), currency, amountMinor),
  ]
}

/** A transfer within one institution: Dr D payer Cr D payee. */
export function transferWithinEntries({ accountId, currency, amountMinor }: Moving, payeeAccountId: string): Entry[] {
  return [customer(accountId, currency, -amountMinor), customer(payeeAccountId, currency, amountMinor)]
}

/** The payee's side of a transfer: Dr P Cr B · Dr S Cr D. */
export function transferInEntries(moving: Moving): Entry[] {
  const { issuerId, currency, amountMinor } = moving
  return [
    general(tokenAccount(issuerId, 'owed'), currency, -amountMinor),
    general(tokenAccount(issuerId, 'backing'), currency, amountMinor),
    ...mintEntries(moving),
  ]
}

function linkedEntry(issuerId: string, linked: LinkedEntryAccount, currency: string, amountMinor: bigint): Entry {
  return linked === undefined
    ? general(tokenAccount(issuerId, 'linked'), currency, amountMinor)
    : customer(linked, currency, amountMinor)
}
