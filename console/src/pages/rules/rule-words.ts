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
      'The highest amounts of one transaction and of a day. Of these and the limits of the institution and the terminal, the lowest counts. Orders above are declined with 121 (amount) or 123 (count).',
  },
  velocity: {
    title: 'Velocity',
    purpose: 'Declines orders because of what was withdrawn before on the same day, with 102 (suspected fraud).',
  },
  fees: {
    title: 'Fees',
    purpose: 'The highest access fee of a withdrawal. Higher ones are declined with 113 (unacceptable fee).',
  },
  fraud: {
    title: 'Fraud',
    purpose: 'Declines suspicious orders, with 100 (do not honour) or 102 (suspected fraud).',
  },
  'lending-decision': {
    title: 'Lending decision',
    purpose:
      'Grades what is known about a loan applicant. Of all rows that match, the strictest recommendation, the worst grade and every reason count. A person or a program decides.',
  },
}

export function ruleWords(name: string): RuleWords {
  return Object.hasOwn(WORDS, name) ? WORDS[name as RuleName] : { title: name, purpose: '' }
}
