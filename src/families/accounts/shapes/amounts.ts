// The rules for amounts on the wire: exact in their currency, parts that add up. They report the invalid fields, and
// skip fields that the schema has already rejected.

import type { Findings } from '../../../edge/http/body/validation.ts'
import { minorFromDecimal, minorFromNumber } from '../../../platform/kernel/money/money.ts'

const INEXACT = 'must be exact in the currency, with at most 15 significant digits'

interface WireAmount {
  readonly amount: number
  readonly currencyCode: string
}

/** Minor units of a JSON amount that passed its check. */
export function minorOf(value: number, currency: string): bigint {
  return defined(minorFromNumber(value, currency))
}

/** Minor units of a decimal string that passed its check. */
export function minorOfText(value: string, currency: string): bigint {
  return defined(minorFromDecimal(value, currency))
}

function defined(minor: bigint | undefined): bigint {
  if (minor === undefined) throw new TypeError('an amount reached a handler without having been checked')
  return minor
}

/** `amount.amount` in `amount.currencyCode`. */
export function checkAmount(body: { readonly amount: WireAmount }, found: Findings): void {
  if (!found.areValid('amount.amount', 'amount.currencyCode')) return
  checkExact('amount.amount', body.amount.amount, body.amount.currencyCode, found)
}

/** Reports a number that is not exact in the currency; the currency must be valid. */
export function checkExact(path: string, value: number, currency: string, found: Findings): void {
  if (found.areValid(path) && minorFromNumber(value, currency) === undefined) found.add(path, INEXACT)
}

/** The same for a decimal string. */
export function checkExactText(path: string, value: string, currency: string, found: Findings): void {
  if (found.areValid(path) && minorFromDecimal(value, currency) === undefined) found.add(path, INEXACT)
}
