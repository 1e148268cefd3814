// A computation in steps, each followed by a cut point.

import type { Steps } from '../../engine/fold/steps.ts'
import type { Turn } from './lending-turns.ts'

export async function inSlices<Result>(steps: Steps<Result>, turn: Turn): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    const wait = turn.pause()
    if (wait !== undefined) await wait
  }
}
