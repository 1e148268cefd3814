// Warns before signing out somebody who has left the desk.

export function IdleWarning() {
  return null
}
