// The three kinds of movements: how tokens come into being, change hands and go.

import { useUrlState } from '../../../kit/page/url-state.ts'
import { MOVEMENT_STATES } from '../words/states.ts'

export type MovementKind = 'transfers' | 'deposits' | 'redemptions'

export const KINDS = {
  transfers: {
    title: 'Transfers',
    entity: 'INTERBANK_TRANSFER',
    states: MOVEMENT_STATES.transfers,
    empty: 'No transfer yet',
  },
  deposits: {
    title: 'Deposits',
    entity: 'TOKENIZED_DEPOSIT',
    states: MOVEMENT_STATES.deposits,
    empty: 'No deposit yet',
  },
  redemptions: {
    title: 'Redemptions',
    entity: 'TOKEN_REDEMPTION',
    states: MOVEMENT_STATES.redemptions,
    empty: 'No redemption yet',
  },
} as const

/** The kind that the address names. */
export function useMovementKind(urlPrefix: string): readonly [MovementKind, (kind: MovementKind) => void] {
  const [url, changeUrl] = useUrlState()
  const named = url[`${urlPrefix}kind`]
  const kind: MovementKind = named === 'deposits' || named === 'redemptions' ? named : 'transfers'
  // States differ from kind to kind, and so do pages.
  const choose = (next: MovementKind) =>
    changeUrl({
      [`${urlPrefix}kind`]: next === 'transfers' ? undefined : next,
      [`${urlPrefix}state`]: undefined,
      [`${urlPrefix}page`]: undefined,
    })
  return [kind, choose]
}
