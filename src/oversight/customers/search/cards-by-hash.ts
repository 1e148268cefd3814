// Finds a card by the hash of its number, in every institution: the key begins with the institution.

import type { Parameters } from '../../../platform/storage/statements/parameters.ts'

/** For FROM: the card, as `k`. */
export function cardsByHash(panHash: string, parameters: Parameters, isDistributed: boolean): string {
  if (isDistributed)
    return `(SELECT * FROM cards
              WHERE institution_id IN (SELECT institution_id FROM institutions) AND pan_hash = ${parameters.add(panHash)}) AS k`
  return `(SELECT k.* FROM institutions i
            CROSS JOIN LATERAL (
                  SELECT * FROM cards WHERE institution_id = i.institution_id AND pan_hash = ${parameters.add(panHash)}
                  OFFSET 0) AS k) AS k`
}
