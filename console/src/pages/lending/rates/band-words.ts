// What a rate is quoted for, in words.

import type { onboarding } from '@tillgate/sdk'
import { formatCount } from '../../../kit/show/format.ts'

export function bandInWords({ amount, termMonths, riskGrades }: onboarding.LoanRateBand): string {
  const parts = [
    rangeInWords(amount, ''),
    rangeInWords(termMonths, ' months'),
    riskGrades !== undefined && riskGrades.length > 0 ? `grade ${riskGrades.join(', ')}` : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'everything' : parts.join(', ')
}

function rangeInWords(range: { min?: number; max?: number } | undefined, unit: string): string | undefined {
  if (range?.min === undefined && range?.max === undefined) return undefined
  if (range.min === undefined) return `up to ${formatCount(range.max ?? 0)}${unit}`
  if (range.max === undefined) return `from ${formatCount(range.min)}${unit}`
  return `${formatCount(range.min)} to ${formatCount(range.max)}${unit}`
}

export function bandsInWords(bands: readonly onboarding.LoanRateBand[]): string {
  return bands.length === 0 ? 'Everything' : bands.map(bandInWords).join('; or ')
}
