// What the rules are for.

import type { onboarding } from '@tillgate/sdk'

export type RuleName = onboarding.Rule['name']

interface RuleWords {
  readonly title: string
  readonly purpose: string
}

const WORDS: Readonly<Record<RuleName, RuleWords>> = {
  limits: {
    title: 'Limits',
    purpose:
      'The most of one transaction and of a day, beside the limits of the institution and the terminal: the lowest counts. Above them orders are declined with 121 or 123.',
  },
  velocity: {
    title: 'Velocity',
    purpose: 'Declines orders with 102 because of what was withdrawn before on the same day.',
  },
  fees: {
    title: 'Fees',
    purpose: 'The highest access fee of a withdrawal. Higher ones are declined with 113.',
  },
  fraud: {
    title: 'Fraud',
    purpose: 'Declines suspicious orders with 100 or 102.',
  },
  'lending-decision': {
    title: 'Lending decision',
    purpose:
      'Grades what is known about a loan applicant. Of all rows that fit, the strictest recommendation, the worst grade and every reason count. A person or a program decides.',
  },
}

export function ruleWords(name: string): RuleWords {
  return Object.hasOwn(WORDS, name) ? WORDS[name as RuleName] : { title: name, purpose: '' }
}
