// What the rules for orders answer, read from the output of their tables. Fields of other names are for people, such as
// a reason. With hit policy collect the strictest row counts.

import type { OrderRule } from '../rule-names.ts'
import type { RuleOutput, RuleRecord, RuleValue } from '../values.ts'

/** Amounts in major units. */
export interface RuleLimits {
  readonly perTransaction?: number
  readonly perDay?: number
  readonly countPerDay?: number
}

/** Named as the flags of accounts that decline with the same codes. */
export type RuleDecline = 'DO_NOT_HONOUR' | 'SUSPECTED_FRAUD'

/** The output is not of the type that its field takes. */
export class RuleOutputError extends Error {
  override readonly name = 'RuleOutputError'
}

/** The fields that the gateway reads; rules without any of them would decide nothing. */
export const OUTPUT_FIELDS: Readonly<Record<OrderRule, readonly string[]>> = {
  limits: ['perTransaction', 'perDay', 'countPerDay'],
  velocity: ['decline'],
  fees: ['maxAccessFee'],
  fraud: ['responseCode'],
}

export function limitsIn(output: RuleOutput | undefined): RuleLimits {
  if (output === undefined) return NO_LIMITS
  const perTransaction = leastOf(output, 'perTransaction')
  const perDay = leastOf(output, 'perDay')
  const countPerDay = leastOf(output, 'countPerDay')
  return {
    ...(perTransaction !== undefined && { perTransaction }),
    ...(perDay !== undefined && { perDay }),
    ...(countPerDay !== undefined && { countPerDay }),
  }
}

const NO_LIMITS: RuleLimits = Object.freeze({})

export function maxAccessFeeIn(output: RuleOutput | undefined): number | undefined {
  return output === undefined ? undefined : leastOf(output, 'maxAccessFee')
}

export function velocityDeclineIn(output: RuleOutput | undefined): RuleDecline | undefined {
  if (output === undefined) return undefined
  const declines = valuesOf(output, 'decline').some((value) => {
    if (typeof value !== 'boolean') throw new RuleOutputError('decline is not a boolean')
    return value
  })
  return declines ? 'SUSPECTED_FRAUD' : undefined
}

export function fraudDeclineIn(output: RuleOutput | undefined): RuleDecline | undefined {
  if (output === undefined) return undefined
  return firstDecline(
    valuesOf(output, 'responseCode').map((value) => {
      const decline = typeof value === 'string' || typeof value === 'number' ? CODES[value] : undefined
      if (decline === undefined) throw new RuleOutputError('responseCode is neither 100 nor 102')
      return decline
    }),
  )
}

const CODES: Readonly<Record<string, RuleDecline>> = { 100: 'DO_NOT_HONOUR', 102: 'SUSPECTED_FRAUD' }

/** The contract's order: 100 before 102. */
export function firstDecline(declines: readonly (RuleDecline | null | undefined)[]): RuleDecline | undefined {
  return declines.includes('DO_NOT_HONOUR')
    ? 'DO_NOT_HONOUR'
    : (declines.find((decline) => decline != null) ?? undefined)
}

/** @throws RuleOutputError when the gateway could not read the output */
export function checkOutput(name: OrderRule, output: RuleOutput): void {
  READERS[name](output)
}

const READERS: Readonly<Record<OrderRule, (output: RuleOutput) => unknown>> = {
  limits: limitsIn,
  velocity: velocityDeclineIn,
  fees: maxAccessFeeIn,
  fraud: fraudDeclineIn,
}

function leastOf(output: RuleOutput, field: string): number | undefined {
  let least: number | undefined
  for (const value of valuesOf(output, field)) {
    if (typeof value !== 'number' || !(value >= 0)) throw new RuleOutputError(`${field} is not a number from 0 on`)
    if (least === undefined || value < least) least = value
  }
  return least
}

/** Absent and null say nothing. */
function valuesOf(output: RuleOutput | undefined, field: string): RuleValue[] {
  if (output === undefined) return NOTHING
  if (!isList(output)) return output[field] == null ? NOTHING : [output[field]]
  return output.map((record) => record[field]).filter((value) => value != null)
}

const NOTHING: RuleValue[] = []

function isList(output: RuleOutput): output is readonly RuleRecord[] {
  return Array.isArray(output)
}
