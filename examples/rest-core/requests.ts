// Parses request bodies. A body that does not match the contract is malformed, and nothing is done.

import type { Inquiry, Lookup, Order, Origin } from './types.ts'

/** Thrown for a body that does not match the contract; the message names the field and never its value. */
export class Malformed extends Error {}

export function readOrder(body: unknown): Order {
  const fields = new Fields(body, '')
  const origin = readOrigin(fields)
  const amount = fields.object('amount')
  const base = {
    origin,
    accountId: fields.text('accountId'),
    ...fields.optionalText('pan', PAN),
    amount: { minor: amount.minor('minor', 1), currency: amount.text('currency', CURRENCY) },
  }
  const kind = fields.text('kind')
  switch (kind) {
    case 'CASH_WITHDRAWAL':
    case 'CARDLESS_WITHDRAWAL': {
      const accessFeeMinor = fields.minor('accessFeeMinor')
      if (accessFeeMinor > base.amount.minor) throw new Malformed('accessFeeMinor is above the amount')
      return { kind, ...base, accessFeeMinor }
    }
    case 'DEPOSIT': {
      const [cashMinor, checkMinor] = [fields.minor('cashMinor'), fields.minor('checkMinor')]
      const checkAvailableMinor = fields.minor('checkAvailableMinor')
      if (cashMinor + checkMinor !== base.amount.minor) throw new Malformed('cash and checks are not the amount')
      if (checkAvailableMinor > checkMinor) throw new Malformed('checkAvailableMinor is above checkMinor')
      return { kind, ...base, cashMinor, checkMinor, checkAvailableMinor }
    }
    case 'TRANSFER':
      return { kind, ...base, beneficiaryAccountId: fields.text('beneficiaryAccountId') }
    case 'BILL_PAYMENT':
      return { kind, ...base, billerId: fields.text('billerId'), billerBin: fields.text('billerBin') }
    case 'REVERSAL':
      return {
        kind,
        ...base,
        originalReference: fields.text('originalReference', UUID),
        reasonCode: fields.text('reasonCode', ANY_TEXT),
        complete: fields.flag('complete'),
        forced: fields.flag('forced'),
      }
    default:
      throw new Malformed('kind is not one of the contract')
  }
}

export function readLookup(body: unknown): Lookup {
  const fields = new Fields(body, '')
  const lookup = {
    origin: readOrigin(fields),
    ...fields.optionalText('pan', PAN),
    ...fields.optionalText('customerId'),
  }
  if (!('pan' in lookup) && !('customerId' in lookup)) throw new Malformed('pan or customerId is required')
  return lookup
}

export function readInquiry(body: unknown): Inquiry {
  const fields = new Fields(body, '')
  return { origin: readOrigin(fields), accountId: fields.text('accountId'), ...fields.optionalText('pan', PAN) }
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const PAN = /^\d{1,32}$/
const CURRENCY = /^[A-Z]{3}$/
const DATE = /^\d{8}$/
const TEXT = /^.{1,64}$/s
const ANY_TEXT = /^.{0,64}$/s

function readOrigin(fields: Fields): Origin {
  const origin = fields.object('origin')
  return {
    partnerId: origin.text('partnerId'),
    rrn: origin.text('rrn'),
    ...origin.optionalText('terminalId'),
    businessDate: origin.text('businessDate', DATE),
  }
}

class Fields {
  readonly #values: Readonly<Record<string, unknown>>
  readonly #path: string

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Malformed(`${path || 'the body'} must be an object`)
    }
    this.#values = value as Record<string, unknown>
    this.#path = path
  }

  object(name: string): Fields {
    return new Fields(this.#values[name], this.#nameOf(name))
  }

  text(name: string, pattern = TEXT): string {
    const value = this.#values[name]
    if (typeof value !== 'string' || !pattern.test(value)) throw new Malformed(`${this.#nameOf(name)} is not valid`)
    return value
  }

  /** As a member to spread, absent when it was not sent. */
  optionalText<Name extends string>(name: Name, pattern = TEXT): { [key in Name]?: string } {
    if (this.#values[name] === undefined) return {}
    return { [name]: this.text(name, pattern) } as { [key in Name]?: string }
  }

  minor(name: string, minimum = 0): number {
    const value = this.#values[name]
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < minimum) {
      throw new Malformed(`${this.#nameOf(name)} must be a whole number of minor units`)
    }
    return value
  }

  flag(name: string): boolean {
    const value = this.#values[name]
    if (typeof value !== 'boolean') throw new Malformed(`${this.#nameOf(name)} must be true or false`)
    return value
  }

  #nameOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }
}
