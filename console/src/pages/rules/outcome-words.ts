// What rules answer, in words.

import { formatCount, formatMoney, formatWord } from '../../kit/show/format.ts'
import { REASONS } from '../lending/lending-words.ts'
import type { RuleName } from './rule-words.ts'

type Output = Readonly<Record<string, unknown>>

export interface Outcome {
  readonly color: 'green' | 'yellow' | 'red' | 'gray'
  readonly title: string
  readonly sentences: readonly string[]
}

/** With hit policy collect there are several outputs, of which the strictest counts. */
export function outcomeOf(name: RuleName, answer: unknown, currency: string): Outcome {
  const outputs = (Array.isArray(answer) ? answer : [answer]).filter(
    (output): output is Output => typeof output === 'object' && output !== null && Object.keys(output).length > 0,
  )
  if (name === 'lending-decision') return lendingOutcome(outputs)
  if (outputs.length === 0) {
    return { color: 'gray', title: 'No row matches', sentences: ['These rules have no objection to the order.'] }
  }
  const reasons = outputs.flatMap(({ reason }) => (typeof reason === 'string' ? [`Reason: ${reason}.`] : []))
  const least = (field: string) => {
    const numbers = outputs.flatMap((output) => (typeof output[field] === 'number' ? [output[field]] : []))
    return numbers.length === 0 ? undefined : Math.min(...numbers)
  }
  switch (name) {
    case 'limits': {
      const [transaction, day, count] = [least('perTransaction'), least('perDay'), least('countPerDay')]
      return {
        color: 'yellow',
        title: 'The order is limited',
        sentences: [
          ...(transaction === undefined ? [] : [`At most ${money(transaction, currency)} in one transaction.`]),
          ...(day === undefined ? [] : [`At most ${formatCount(day)} of withdrawals a day, in the base currency.`]),
          ...(count === undefined ? [] : [`At most ${formatCount(count)} withdrawals a day.`]),
          'Lower limits of the institution or the terminal go first.',
        ],
      }
    }
    case 'fees': {
      const highest = least('maxAccessFee')
      return {
        color: 'yellow',
        title: 'The access fee is capped',
        sentences:
          highest === undefined
            ? []
            : [`It may be ${money(highest, currency)} at most. A higher fee is declined with 113 (unacceptable fee).`],
      }
    }
    case 'velocity': {
      const isDeclined = outputs.some(({ decline }) => decline === true)
      return isDeclined
        ? { color: 'red', title: 'Declined with 102 (suspected fraud)', sentences: reasons }
        : { color: 'green', title: 'Not declined', sentences: reasons }
    }
    case 'fraud': {
      const codes = outputs.map(({ responseCode }) => String(responseCode))
      const isRefused = codes.includes('100')
      return {
        color: 'red',
        title: isRefused ? 'Declined with 100 (do not honour)' : 'Declined with 102 (suspected fraud)',
        sentences: reasons,
      }
    }
  }
}

const RECOMMENDATIONS = [
  ['DECLINE', 'red', 'Decline'],
  ['REFER', 'yellow', 'Refer to a person'],
  ['APPROVE', 'green', 'Approve'],
] as const

function lendingOutcome(outputs: readonly Output[]): Outcome {
  const strictest = RECOMMENDATIONS.find(([code]) => outputs.some(({ recommendation }) => recommendation === code))
  const reasons = [...new Set(outputs.flatMap(({ reasons: list }) => (Array.isArray(list) ? list : [])))].map(String)
  const grade = outputs
    .flatMap(({ riskGrade }) => (typeof riskGrade === 'string' ? [riskGrade] : []))
    .sort()
    .at(-1)
  const because = reasons.map((code) => `${REASONS[code] ?? formatWord(code)} (${code}).`)
  if (strictest === undefined) {
    return {
      color: 'yellow',
      title: 'Refer to a person',
      sentences: [...because, 'No row recommends anything, and that approves nothing: grade UNRATED, NO_RULE_MATCHED.'],
    }
  }
  const [, color, title] = strictest
  return { color, title, sentences: [`Risk grade ${grade ?? 'UNRATED'}.`, ...because] }
}

function money(amount: number, currency: string): string {
  return currency === '' ? formatCount(amount) : formatMoney(amount, currency)
}
