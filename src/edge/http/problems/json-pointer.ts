// JSON pointers (RFC 6901), for families whose problems show them.

/** The pointer to a field that a problem names: `fees[0].code` is `/fees/0/code`, the body itself the empty pointer. */
export function jsonPointerOf(path: string): string {
  if (path === 'body') return ''
  const steps = path.replaceAll('[', '.').replaceAll(']', '').split('.')
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
