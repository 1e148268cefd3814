// The properties that the platform itself reads, to be suggested. Others are for applications that keep theirs here.

import { settings } from '../../settings.ts'
import type { ValueType } from './property-words.ts'

export interface KnownProperty {
  readonly application: string
  readonly key: string
  readonly valueType: ValueType
  readonly description: string
  /** The only values that mean something. */
  readonly choices?: readonly string[]
  /** The value is a JSON list of texts: those to choose from. */
  readonly entries?: readonly string[]
  readonly example: string
}

const ONBOARDING = ['AUTO', 'MANUAL']

export const FOUR_EYES = 'four-eyes'

export const KNOWN_PROPERTIES: readonly KnownProperty[] = [
  {
    application: '*',
    key: FOUR_EYES,
    valueType: 'JSON',
    description:
      'Changes that a second user has to approve: MODULE:ACTION, or MODULE:ACTION:part with a move, a resolution or a field. The list of an institution adds to the one for all. Taking an entry off waits for a second user too.',
    entries: [...new Set([...settings.fourEyes.usual, ...settings.fourEyes.possible])].toSorted(),
    example: '["USERS:CREATE", "CARDS:UPDATE"]',
  },
  {
    application: 'tillgate',
    key: 'log.level',
    valueType: 'STRING',
    description: 'How much the gateway logs. It overrides LOG_LEVEL while the gateway runs.',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    example: 'info',
  },
  {
    application: 'tillgate',
    key: 'export.keep-days',
    valueType: 'INT',
    description: 'For how many days the files of exports are kept; 7 without it.',
    example: '7',
  },
  {
    application: 'tillgate',
    key: 'iso8583.park-after',
    valueType: 'DURATION',
    description: 'After what time a reversal that a core does not take becomes an exception; 24 hours without it.',
    example: 'PT24H',
  },
  {
    application: 'tillgate',
    key: 'events.keep-days',
    valueType: 'INT',
    description: 'For how many days events are kept; 30 without it.',
    example: '30',
  },
  {
    application: 'digital',
    key: 'onboarding.institutions',
    valueType: 'DURATION',
    description: 'Whether institutions of digital banking are active at once or wait for approval.',
    choices: ONBOARDING,
    example: 'AUTO',
  },
  {
    application: 'digital',
    key: 'onboarding.users',
    valueType: 'STRING',
    description: 'Whether users of digital banking are active at once or wait for approval.',
    choices: ONBOARDING,
    example: 'AUTO',
  },
  {
    application: 'digital',
    key: 'ledger',
    valueType: 'STRING',
    description: 'The ledger that keeps the tokens of an institution.',
    choices: ['builtin', 'simulated', 'evm'],
    example: 'builtin',
  },
  {
    application: 'digital',
    key: 'answer-within',
    valueType: 'DURATION',
    description: 'How long a request waits for the ledger before it is answered as pending; 2 seconds without it.',
    example: 'PT2S',
  },
  {
    application: 'digital',
    key: 'halted-after',
    valueType: 'DURATION',
    description: 'A ledger without a new block for so long is down; one minute without it, never with 0 seconds.',
    example: 'PT1M',
  },
  {
    application: 'digital',
    key: 'silent-after',
    valueType: 'DURATION',
    description:
      'An operation that a ledger has neither carried out nor refused for so long is an exception; 15 minutes without it.',
    example: 'PT15M',
  },
  {
    application: 'digital',
    key: 'limits',
    valueType: 'JSON',
    description: 'The most of one transaction and of a day, by currency.',
    example: '{"USD": {"perTransaction": 1000, "perDay": 5000}}',
  },
  {
    application: 'digital',
    key: 'net-debit-cap',
    valueType: 'JSON',
    description: 'How much an institution may owe to the others, by currency.',
    example: '{"USD": 100000}',
  },
]

/** A property for all applications holds for the platform too. */
export function knownFor(application: string): readonly KnownProperty[] {
  if (application === '' || application === '*') return KNOWN_PROPERTIES
  return KNOWN_PROPERTIES.filter((known) => known.application === application)
}

export function knownProperty(application: string, key: string): KnownProperty | undefined {
  return knownFor(application).find((known) => known.key === key)
}
