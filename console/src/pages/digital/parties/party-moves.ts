// The moves of an institution or a user: both are reviewed, then work, may be suspended, and end for good.

import type { StatusMove } from '../status-moves.tsx'

export interface PartyWords<End extends string> {
  readonly name: string
  /** `institution` or `user`. */
  readonly kind: string
  /** What each move does. */
  readonly accepted: string
  readonly suspended: string
  readonly resumed: string
  readonly end: StatusMove<End>
}

type Move<End extends string> = StatusMove<'ACTIVE' | 'REJECTED' | 'SUSPENDED' | End>

/** What ends it comes first and the next step last, as on every page. */
export function partyMoves<End extends string>(state: string, words: PartyWords<End>): Move<End>[] {
  const { name, kind, end } = words
  switch (state) {
    case 'PENDING_REVIEW':
    case 'PENDING_VERIFICATION':
      return [
        {
          target: 'REJECTED',
          label: 'Reject',
          title: `Reject ${name}?`,
          message: `This is final. The ${kind} can be onboarded again as a new one.`,
          color: 'red',
          done: `${name} is rejected.`,
        },
        {
          target: 'ACTIVE',
          label: 'Accept',
          title: `Accept ${name}?`,
          message: words.accepted,
          isNext: true,
          done: `${name} is active.`,
        },
      ]
    case 'ACTIVE':
      return [
        end,
        {
          target: 'SUSPENDED',
          label: 'Suspend',
          title: `Suspend ${name}?`,
          message: `${words.suspended} It can be lifted again.`,
          color: 'orange',
          done: `${name} is suspended.`,
        },
      ]
    case 'SUSPENDED':
      return [
        end,
        {
          target: 'ACTIVE',
          label: 'Lift the suspension',
          title: `Lift the suspension of ${name}?`,
          message: words.resumed,
          isNext: true,
          done: `${name} is active again.`,
        },
      ]
    default:
      return []
  }
}
