// Alert rules in words.

import type { onboarding } from '@tillgate/sdk'

export type AlertRule = onboarding.AlertRule
export type AlertMetric = AlertRule['metric']

/** What is watched, and what the threshold counts. */
export const METRICS: readonly { value: AlertMetric; label: string; counts: string }[] = [
  { value: 'core.down', label: 'Cores that do not answer', counts: 'cores' },
  { value: 'day.not-closed', label: 'A business day is not closed', counts: 'minutes late' },
  { value: 'approval-rate', label: 'Share of approved orders, raised below', counts: 'percent' },
  { value: 'decline-code', label: 'Orders declined with one code', counts: 'orders in this and the last hour' },
  { value: 'exceptions.open', label: 'Open exceptions', counts: 'exceptions' },
  { value: 'exceptions.oldest-minutes', label: 'Age of the oldest open exception', counts: 'minutes' },
  { value: 'cash.difference', label: 'Counted cash that differs', counts: 'differences' },
  { value: 'webhook.off', label: 'Webhooks that were switched off', counts: 'webhooks' },
  { value: 'ledger.drift', label: 'Ledgers that differ from the books', counts: 'differences' },
  { value: 'ledger.silent', label: 'Ledgers that do not answer', counts: 'ledgers' },
  { value: 'clock', label: 'A clock that is off', counts: 'seconds' },
  { value: 'changes.waiting', label: 'Changes that wait for approval', counts: 'changes' },
  { value: 'reads.unusual', label: 'Files that one user has downloaded', counts: 'files in an hour' },
]

export function metricWords(metric: AlertMetric): string {
  return METRICS.find(({ value }) => value === metric)?.label ?? metric
}

export function countsOf(metric: AlertMetric): string {
  return METRICS.find(({ value }) => value === metric)?.counts ?? ''
}

/** Whose figures belong to no institution. */
export const OF_PLATFORM: readonly AlertMetric[] = ['webhook.off', 'clock']
