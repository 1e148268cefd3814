// When the user last did something, in any tab of this browser.

import { onTabNews, tellTabs } from './session-tabs.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Without input the console asks whether the user is still there … */
export const WARN_AFTER_MS = 13 * MINUTE_MS
/** … and after this it signs out. */
export const SIGN_OUT_AFTER_MS = 15 * MINUTE_MS
const TELL_EVERY_MS = 5 * SECOND_MS

let lastInputAtMs = Date.now()
let lastToldAtMs = 0

export function lastInputAt(): number {
  return lastInputAtMs
}

export function idleMs(): number {
  return Date.now() - lastInputAtMs
}

/** The user is there: by input, by signing in, or by answering the warning. */
export function noteActivity(): void {
  lastInputAtMs = Date.now()
  if (lastInputAtMs - lastToldAtMs < TELL_EVERY_MS) return
  lastToldAtMs = lastInputAtMs
  tellTabs({ kind: 'active' })
}

/** Once the warning shows, only an answer to it counts: a bumped mouse does not. */
function onInput(): void {
  if (idleMs() < WARN_AFTER_MS) noteActivity()
}

export function watchActivity(): void {
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
    window.addEventListener(event, onInput, { capture: true, passive: true })
  }
  onTabNews(({ kind }) => {
    if (kind === 'active' || kind === 'signed-in') lastInputAtMs = Date.now()
  })
}
