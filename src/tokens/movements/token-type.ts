// The only type of token that the book knows.

import { tokenProblem } from '../token-problems.ts'

export const TOKEN_TYPE = 'TOKENIZED_DEPOSIT'

/** Comes after ids that are not found and before everything else that is refused with 422. */
export function checkTokenType(tokenType: string): void {
  if (tokenType !== TOKEN_TYPE) throw tokenProblem('token-type-not-supported', `only ${TOKEN_TYPE} can be moved`)
}
