// Up and down lead to the same link, button or tick of the row above or below. Into the list, and through rows without them,
// lead the shortcuts of the shell.

import type { KeyboardEvent } from 'react'

const STOPS = 'a[href], button:not([disabled]), input[type="checkbox"]:not([disabled])'

export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return
  const from = event.target as HTMLElement
  const row = from.closest('tr')
  // Events of a dialog that a row has opened come by here too.
  if (row === null || !event.currentTarget.contains(row) || !from.matches(STOPS)) return
  const place = stopsOf(row).indexOf(from)
  let next = row[step]
  while (next !== null && stopsOf(next).length === 0) next = next[step]
  if (next === null) return
  const stops = stopsOf(next)
  stops[Math.min(place, stops.length - 1)]?.focus()
  event.preventDefault()
}

const STEPS: Readonly<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

function stopsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(STOPS)]
}
