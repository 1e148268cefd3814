// Domain problems: what a concept can refuse. A concept lists its reasons beside itself, each with its kind:
//
//   export const loanProblem = domainProblems('loans', { 'terms-invalid': 'unprocessable', 'not-approved': 'conflict' })
//   export type LoanReason = ReasonOf<typeof loanProblem>
//   throw loanProblem('terms-invalid', 'the term is not a whole number of periods')
//
// A concept knows no codes: a family that can meet these reasons maps them in its table (http/problems/problem-codes.ts).
// The concept's name is part of the reason, so that two concepts can use the same word.

import { Problem, type ProblemKind, type ProblemOptions } from './problem.ts'

export interface DomainProblems<Concept extends string, Name extends string> {
  (name: Name, message: string, options?: ProblemOptions): Problem
  /** The kind of every reason. */
  readonly kinds: Readonly<Record<`${Concept}.${Name}`, ProblemKind>>
}

/** The reasons of a concept, as problems carry them: `loans.terms-invalid`. */
export type ReasonOf<Problems extends { readonly kinds: object }> = keyof Problems['kinds'] & string

export function domainProblems<Concept extends string, Name extends string>(
  concept: Concept,
  kinds: Readonly<Record<Name, ProblemKind>>,
): DomainProblems<Concept, Name> {
  const names = Object.keys(kinds) as Name[]
  const problemOf = (name: Name, message: string, options?: ProblemOptions) =>
    new Problem(kinds[name], message, options, `${concept}.${name}`)
  const qualified = names.map((name) => [`${concept}.${name}`, kinds[name]])
  return Object.assign(problemOf, { kinds: Object.fromEntries(qualified) })
}
