// The table by which a family maps problems to its codes. The compiler asks for a row for every kind and for every
// reason that the family can meet:
//
//   const CODES = { invalid: …, 'loans.terms-invalid': … } as const satisfies ProblemCodes<LoanReason | …, Code>
//
// A problem without a row is a defect: the family's code for `internal`, never the code of something else.

import type { Problem, ProblemKind } from '../../../platform/kernel/problems/problem.ts'

/** A kind that the family cannot meet is `undefined`, so that a new kind must be decided by every family. */
export type ProblemCodes<Reason extends string, Code> = Readonly<
  Record<Exclude<ProblemKind, 'internal'>, Code | undefined> & Record<Reason | 'internal', Code>
>

function rowOf<Code>(codes: ProblemCodes<never, Code>, { kind, reason }: Problem): Code | undefined {
  // A reason without a row does not fall back to its kind: the general code could mislead the caller.
  if (reason === undefined) return codes[kind]
  return Object.hasOwn(codes, reason) ? (codes as Readonly<Record<string, Code>>)[reason] : undefined
}

/** False when the table has no row for the problem. */
export function hasCodeFor(codes: ProblemCodes<never, unknown>, problem: Problem): boolean {
  return rowOf(codes, problem) !== undefined
}

/** The code of the problem's row, or of `internal` when it has none. */
export function codeFor<Code>(codes: ProblemCodes<never, Code>, problem: Problem): Code {
  return rowOf(codes, problem) ?? codes.internal
}
