// The steps of the wizard, and which fields stand in which.

import { GatewayError } from '../../../api/gateway-error.ts'

export type StepKey = 'identity' | 'contacts' | 'services' | 'cards' | 'review'

export interface WizardStep {
  readonly key: StepKey
  readonly title: string
  readonly fields: readonly string[]
}

export const STEPS: readonly WizardStep[] = [
  {
    key: 'identity',
    title: 'Identity',
    fields: [
      'institutionId',
      'legalName',
      'displayName',
      'type',
      'countryCode',
      'baseCurrency',
      'currencies',
      'timezone',
      'cutoverTime',
    ],
  },
  { key: 'contacts', title: 'Contacts and address', fields: ['contacts', 'address', 'branches'] },
  { key: 'services', title: 'Services and limits', fields: ['services', 'limits', 'holdDays', 'reversal'] },
  { key: 'cards', title: 'Cards and routing', fields: ['bins', 'swiftBic', 'routingNumbers', 'acquirerIds'] },
  { key: 'review', title: 'Review', fields: [] },
]

/** The step that has the field: `limits.perDay` stands in Services and limits. */
export function stepOfField(path: string): StepKey | undefined {
  const [name = ''] = path.split('.')
  return STEPS.find(({ fields }) => fields.includes(name))?.key
}

/** Conflicts about one field say so in words only; here they are given their field. */
const CONFLICTS: readonly (readonly [words: RegExp, field: string, message: string])[] = [
  [/institutionId is taken/i, 'institutionId', 'Another institution has this code already'],
  [/the BIN (.+) is another institution/i, 'bins', 'BIN $1 belongs to another institution'],
  [
    /would set the business date back/i,
    'cutoverTime',
    'This would set the business date back; change it later in the day',
  ],
  [/base currency is fixed/i, 'baseCurrency', 'It is fixed once the institution has been submitted'],
]

export function conflictAtField(error: unknown): unknown {
  if (!(error instanceof GatewayError) || error.status !== 409) return error
  for (const [words, path, text] of CONFLICTS) {
    const found = words.exec(error.message)
    if (found === null) continue
    const message = text.replace('$1', found[1] ?? '')
    const { status, code, correlationId, body } = error
    return new GatewayError({ status, code, correlationId, body, message: error.message, fields: [{ path, message }] })
  }
  return error
}
