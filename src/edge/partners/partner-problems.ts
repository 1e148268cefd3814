// How a partner family words a problem: RFC 9457 problem details with a code of its part of the catalogue.

import { CATALOGUE, type CatalogueCode } from '../../platform/kernel/catalogue/catalogue.ts'
import type { CatalogueEntry } from '../../platform/kernel/catalogue/catalogue-entry.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import { codeFor, hasCodeFor, type ProblemCodes } from '../http/problems/problem-codes.ts'
import { type ProblemEntry, renderProblemDetails, sharedFaultCode } from '../http/problems/problem-details.ts'
import type { ProblemRenderer } from '../http/problems/problem-renderer.ts'

/** The codes of a family, by its letter in the catalogue. */
export type FamilyCode<Letter extends string> = Extract<CatalogueCode, `${Letter}-${string}`>

export interface PartnerProblems<Code extends CatalogueCode>
  extends Required<Pick<ProblemRenderer, 'meets' | 'renderProblem'>> {
  /** The code of every kind and reason. */
  readonly codes: ProblemCodes<never, Code>
  /** Every code of the family, in the order of the catalogue. */
  readonly catalogue: readonly Code[]
}

/** The catalogue's row with the code as callers see it: without the family's letter. */
export function entryOf(code: CatalogueCode): ProblemEntry & CatalogueEntry {
  return { ...CATALOGUE[code], code: code.slice(2) }
}

/** A code that no problem has: a resource that ended without success has it as its `outcome`. */
export function isOutcome(code: CatalogueCode): boolean {
  return CATALOGUE[code].httpStatus === 200
}

/**
 * The problems of a family. When all faults of a 400 share a code that the catalogue has for the family, the problem
 * gets it: INVALID_JSON rather than VALIDATION_FAILED. One fault with the code `decisive` is enough for that code.
 */
export function partnerProblems<const Letter extends string>(
  letter: Letter,
  codes: ProblemCodes<never, FamilyCode<Letter>>,
  { decisive }: { readonly decisive?: FamilyCode<Letter> } = {},
): PartnerProblems<FamilyCode<Letter>> {
  type Code = FamilyCode<Letter>
  const catalogue = Object.keys(CATALOGUE).filter((code): code is Code => code.startsWith(`${letter}-`))
  const faultCodes = new Map(
    catalogue.filter((code) => CATALOGUE[code].httpStatus === 400).map((code) => [code.slice(2), code]),
  )

  function faultCodeOf(problem: Problem): Code | undefined {
    if (problem.kind !== 'invalid' || problem.reason !== undefined) return undefined
    if (decisive !== undefined && problem.details.some(({ code }) => code === decisive.slice(2))) return decisive
    return faultCodes.get(sharedFaultCode(problem) ?? '')
  }

  return {
    codes,
    catalogue,
    meets: (problem) => hasCodeFor(codes, problem),
    renderProblem(problem, about) {
      const code = faultCodeOf(problem) ?? codeFor<Code>(codes, problem)
      const rendered = renderProblemDetails(entryOf(code), problem, about)
      if (rendered.status !== 401) return rendered
      return { ...rendered, headers: { 'www-authenticate': 'ClientSecret, Bearer' } }
    },
  }
}
