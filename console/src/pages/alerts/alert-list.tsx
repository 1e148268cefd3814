// What is watched, raised alerts first.

import { Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { booleanOf, listOf, present } from '../../kit/list/record-list.tsx'
import { type ResourceListing, ResourceListPage } from '../../kit/list/resource-list.tsx'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'
import { type AlertRule, countsOf, metricWords } from './alert-words.ts'

const ALERTS: ResourceListing<AlertRule> = {
  title: 'Alerts',
  description: 'What the platform watches by itself, every 30 seconds, and whom it tells. Raised alerts come first.',
  noun: 'alert rule',
  path: '/alerts',
  module: 'ALERTS',
  cacheKey: 'alerts',
  load: ({ page, size, sort, filters: { state, institutionId, isActive } }) =>
    ask(
      admin.listAlertRules(
        present({ page, size, sort }),
        present({ state: listOf<AlertRule['state']>(state), institutionId, isActive: booleanOf(isActive) }),
      ),
    ),
  refreshEveryMs: 15_000,
  columns: [
    {
      title: 'Alert',
      sort: 'name',
      render: ({ name, metric }) => (
        <>
          {name}
          <Text size="xs" c="dimmed">
            {metricWords(metric)}
          </Text>
        </>
      ),
    },
    { title: 'State', sort: 'state', render: (rule) => <AlertState rule={rule} />, width: 150 },
    {
      title: 'Measured',
      render: ({ value, about, metric }) => (
        <>
          {value === undefined ? '—' : `${value} ${countsOf(metric)}`}
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </>
      ),
    },
    { title: 'Since', render: ({ raisedAt }) => <Instant at={raisedAt} />, width: 190 },
    {
      title: 'Institution',
      sort: 'institutionId',
      render: ({ institutionId }) => <Id>{institutionId}</Id>,
      width: 130,
    },
  ],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: 'State',
      choices: [
        { value: 'RAISED', label: 'Raised' },
        { value: 'OK', label: 'Calm' },
      ],
      width: 160,
    },
    { kind: 'institution', name: 'institutionId', label: 'Institution' },
    { kind: 'yes-no', name: 'isActive', label: 'Active' },
  ],
  empty: { title: 'Nothing is watched', hint: 'A rule says what raises an alert, and whom it tells.' },
}

export default function AlertsPage() {
  return <ResourceListPage {...ALERTS} />
}

function AlertState({ rule: { isActive, state, acknowledgedBy } }: { rule: AlertRule }) {
  return (
    <>
      <StatusBadge status={isActive ? state : 'INACTIVE'} />
      {acknowledgedBy !== undefined && (
        <Text size="xs" c="dimmed">
          {acknowledgedBy} is at it
        </Text>
      )}
    </>
  )
}
