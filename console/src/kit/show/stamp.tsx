// When something was done, and by whom.

import { Instant } from './values.tsx'

export function Stamp({ at, by }: { at: string; by: string }) {
  return (
    <>
      <Instant at={at} /> by {by}
    </>
  )
}
