// Compatibility with version 0.1.0 during a rolling upgrade. It knows one topic (access) and has one channel for it:
//
//   round:<id>   has every listener handled what came before?
//   heard:<id>   from each listener; it does not say from which
//   others       what changed; sent by the triggers, to this channel and to ours
//
// It expects one answer per connection whose last statement is exactly PREVIOUS_LISTEN. So our listening connections listen
// to that channel too, leave that statement as their last, and answer.
//
// Drop this file, and the notices that migration 0011 sends to this channel, in the first version that cannot be rolled out
// over 0.1.0.

export const PREVIOUS_CHANNEL = 'access_changed'
export const PREVIOUS_TOPIC = 'access'
export const PREVIOUS_LISTEN = 'LISTEN "access_changed"'

/**
 * Asks nodes of the previous version. They ignore the suffix after the id; nodes of this version recognise it and do not
 * answer, because they are asked on their own channel as well.
 */
export function previousAsk(id: string): string {
  return `round:${id}:broadcast`
}

export function previousAnswer(id: string): string {
  return `heard:${id}`
}

/** Undefined for changes, which we receive on our own channel, and for questions of this version. */
export function readPrevious(message: string): { readonly kind: 'ask' | 'answer'; readonly id: string } | undefined {
  const [kind, id = '', origin] = message.split(':')
  if (kind === 'round' && origin === undefined) return { kind: 'ask', id }
  if (kind === 'heard') return { kind: 'answer', id }
  return undefined
}
