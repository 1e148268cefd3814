// What can be put into the virtual ATM: the sandbox's cards, and the accounts that fail on purpose.

import { settings } from '../../../settings.ts'

export interface TestCard {
  /** `pan:4000…` or `account:9000…`. */
  readonly value: string
  /** The number of the card or the account. */
  readonly label: string
  /** What it is good for. */
  readonly purpose: string
}

const PURPOSES: Readonly<Record<string, string>> = {
  '4000000000000010': 'checking, savings and a car loan',
  '4000000000000028': 'only 40 USD (110), locked savings (119)',
  '4000000000000036': 'yen and dinar accounts (181)',
  '4000010000000019': 'a credit union without cardless withdrawals',
  '4000020000000018': 'a suspended bank (912)',
}

const STATUSES: Readonly<Record<string, string>> = {
  BLOCKED: 'blocked (104)',
  EXPIRED: 'expired (101)',
  LOST: 'reported lost (208)',
  STOLEN: 'reported stolen (209)',
  NOT_ACTIVE: 'not yet active (125)',
}

const FAULTS: readonly (readonly [accountId: string, purpose: string])[] = [
  ['9000000504', 'the core posts but answers too late (504)'],
  ['9000000505', 'lost before the core, posts when repeated (504)'],
  ['9000000503', 'the core is down (503)'],
  ['9000000906', 'the day is being closed (503)'],
  ['9000000500', 'the core fails (500)'],
  ['9000000102', 'suspected fraud (102)'],
  ['9000000100', 'do not honour (100)'],
]
/** The scenario accounts belong to this institution. */
const FAULTY_INSTITUTION = 'FI001'

export function testCards(institutionId: string): readonly TestCard[] {
  const institution = settings.sandbox?.institutions.find((one) => one.institutionId === institutionId)
  return (institution?.cards ?? []).map(({ pan, status }) => ({
    value: `pan:${pan}`,
    label: pan,
    purpose: PURPOSES[pan] ?? STATUSES[status] ?? status.toLowerCase(),
  }))
}

export function faultAccounts(institutionId: string): readonly TestCard[] {
  if (institutionId !== FAULTY_INSTITUTION) return []
  return FAULTS.map(([accountId, purpose]) => ({ value: `account:${accountId}`, label: accountId, purpose }))
}

/** The accounts behind the published cards in use, for the phone. */
export function phoneAccounts(institutionId: string): readonly string[] {
  const institution = settings.sandbox?.institutions.find((one) => one.institutionId === institutionId)
  const cards = institution?.cards ?? []
  return [...new Set(cards.filter(({ status }) => status === 'ACTIVE').flatMap(({ accountIds }) => accountIds))]
}
