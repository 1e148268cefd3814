// Checks of what a caller asks of the EVM ledger: ids, sets of them, and an asset that is registered again.

import { MAX_SET } from '../digital-ledger.ts'
import type { AssetContent } from './placing/work-content.ts'

const MAX_ID_LENGTH = 200

/** The token has the decimals that it was registered with, for good. */
export function checkSame(assetId: string, known: AssetContent, wanted: AssetContent): void {
  if (known.exponent === wanted.exponent && known.currency === wanted.currency) return
  throw new Error(`the asset ${assetId} is registered with ${known.exponent} decimals of ${known.currency}`)
}

/** Ids are text in the database, which takes no NUL. */
export function checkIds(ids: readonly string[]): void {
  for (const id of ids) {
    if (id.length === 0 || id.length > MAX_ID_LENGTH || id.includes('\0'))
      throw new RangeError(`an id of the ledger has 1 to ${MAX_ID_LENGTH} characters`)
  }
}

export function checkSet(ids: readonly string[], size: number): void {
  if (size > MAX_SET) throw new RangeError(`a set has at most ${MAX_SET} items`)
  checkIds(ids)
}
