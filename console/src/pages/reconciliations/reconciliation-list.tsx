// Files of sources that were compared with the books.

import { IconPlus } from '@tabler/icons-react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { present } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { CalendarDate, Instant, StatusBadge } from '../../kit/show/values.tsx'
import type { Reconciliation } from './reconciliation-words.ts'

export default function ReconciliationsPage() {
  return (
    <ListPage<Reconciliation>
      title="Reconciliations"
      description="Files of switches and partners, compared with the books of a business date. What differs is among the exceptions."
      queryKey={['reconciliations']}
      load={({ page, size, sort, filters: { search, institutionId } }) =>
        ask(admin.listReconciliations(present({ page, size, sort }), present({ search, institutionId })))
      }
      columns={[
        {
          title: 'Source',
          sort: 'source',
          render: ({ id, source }) => <PageLink to={`/reconciliations/${id}`}>{source}</PageLink>,
        },
        { title: 'Institution', sort: 'institutionId', render: ({ institutionId }) => institutionId },
        {
          title: 'Business date',
          sort: 'businessDate',
          render: ({ businessDate }) => <CalendarDate date={businessDate} />,
        },
        { title: 'State', sort: 'state', render: ({ state }) => <StatusBadge status={state} /> },
        { title: 'Lines', numeric: true, render: ({ lines }) => formatCount(lines) },
        {
          title: 'Differences',
          numeric: true,
          render: ({ result }) =>
            result === undefined ? '—' : formatCount(result.missingHere + result.missingThere + result.different),
        },
        { title: 'Created', render: ({ createdAt }) => <Instant at={createdAt} /> },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Source' },
        { kind: 'institution', name: 'institutionId', label: 'Institution' },
      ]}
      rowKey={({ id }) => id}
      actions={
        <Allowed module="EXCEPTIONS" action="EXPORT">
          <LinkButton to="/reconciliations/new" leftSection={<IconPlus size={16} />}>
            Reconcile a file
          </LinkButton>
        </Allowed>
      }
      empty={{
        title: 'No reconciliations yet',
        hint: 'Send the file of a switch or partner to see what it and the books disagree about.',
      }}
    />
  )
}
