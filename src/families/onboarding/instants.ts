// Timestamps that callers send, once their pattern has been checked.

/** The pattern lets the 30th of February through, and so would Date.parse; and only years of four digits can be kept. */
export function isInstant(text: string): boolean {
  const date = text.slice(0, 10)
  const day = new Date(`${date}T00:00:00Z`)
  // In UTC it may lie in another year than the one that was written.
  const year = new Date(text).getUTCFullYear()
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) && year >= 1 && year <= 9999
}
