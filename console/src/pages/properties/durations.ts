// ISO 8601 durations in words.

const DURATION =
  /^P(?=[\dT])(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/

const UNITS: readonly ((count: number) => string)[] = [
  (count) => (count === 1 ? '1 year' : `${count} years`),
  (count) => (count === 1 ? '1 month' : `${count} months`),
  (count) => (count === 1 ? '1 week' : `${count} weeks`),
  (count) => (count === 1 ? '1 day' : `${count} days`),
  (count) => (count === 1 ? '1 hour' : `${count} hours`),
  (count) => (count === 1 ? '1 minute' : `${count} minutes`),
  (count) => (count === 1 ? '1 second' : `${count} seconds`),
]

/** `PT1M30S` as `1 minute 30 seconds`; undefined when it is no duration. */
export function durationInWords(text: string): string | undefined {
  const match = DURATION.exec(text)
  if (match === null) return undefined
  const parts = match.slice(1).flatMap((count, at) => {
    if (count === undefined) return []
    return UNITS[at]?.(Number(count)) ?? []
  })
  return parts.join(' ')
}
