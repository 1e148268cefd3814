// What a rate is quoted for, in words.

import type { onboarding } from '@tillgate/sdk'
import { formatCount } from '../../../kit/show/format.ts'

export function bandInWords({ amount, termMonths, riskGrades }: onboarding.LoanRateBand): string {
  const parts = [
    amountsInWords(amount),
    monthsInWords(termMonths),
    riskGrades !== undefined && riskGrades.length > 0 ? `grade ${riskGrades.join(', ')}` : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'everything' : parts.join(', ')
}

interface Range {
  readonly min?: number
  readonly max?: number
}

function amountsInWords({ min, max }: Range = {}): string | undefined {
  if (min === undefined) return max === undefined ? undefined : `up to ${formatCount(max)}`
  return max === undefined ? `from ${formatCount(min)}` : `${formatCount(min)} to ${formatCount(max)}`
}

/** Whole phrases, so that they can be translated. */
function monthsInWords({ min, max }: Range = {}): string | undefined {
  if (min === undefined) return max === undefined ? undefined : `up to ${formatCount(max)} months`
  return max === undefined ? `from ${formatCount(min)} months` : `${formatCount(min)} to ${formatCount(max)} months`
}

export function bandsInWords(bands: readonly onboarding.LoanRateBand[]): string {
  return bands.length === 0 ? 'Everything' : bands.map(bandInWords).join('; or ')
}
