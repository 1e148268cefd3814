// JSON of a large answer, written in slices: a plan of two thousand rows takes twenty milliseconds at once.

import type { Turn } from './lending-turns.ts'

const ROWS_AT_ONCE = 200

/** The text that JSON.stringify makes of plain data. */
export async function jsonInSlices(value: unknown, turn: Turn): Promise<string> {
  if (Array.isArray(value) && value.length > ROWS_AT_ONCE) return rowsInSlices(value, turn)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${await jsonInSlices(member, turn)}`)
  }
  return `{${members.join(',')}}`
}

async function rowsInSlices(rows: readonly unknown[], turn: Turn): Promise<string> {
  const parts: string[] = []
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    parts.push(JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE)).slice(1, -1))
    const wait = turn.pause()
    if (wait !== undefined) await wait
  }
  return `[${parts.join(',')}]`
}
