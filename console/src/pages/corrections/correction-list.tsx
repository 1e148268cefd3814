// Corrections that were posted.

import { IconPlus } from '@tabler/icons-react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { present } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { CalendarDate, Id, Instant, Money } from '../../kit/show/values.tsx'
import { type Correction, type CorrectionKind, KIND_CHOICES, kindInWords, signedAmount } from './correction-words.ts'

export default function CorrectionsPage() {
  return (
    <ListPage<Correction>
      title="Corrections"
      description="Postings made by hand by two people. Those that wait for approval are among the approvals."
      queryKey={['corrections']}
      load={({ page, size, sort, filters: { search, institutionId, accountId, kind } }) =>
        ask(
          admin.listCorrections(
            present({ page, size, sort }),
            present({
              search,
              institutionId,
              accountId,
              kind: kind === undefined ? undefined : [kind as CorrectionKind],
            }),
          ),
        )
      }
      columns={[
        {
          title: 'Kind',
          sort: 'kind',
          render: ({ id, kind }) => <PageLink to={`/corrections/${id}`}>{kindInWords(kind)}</PageLink>,
        },
        {
          title: 'Account',
          sort: 'accountId',
          render: ({ accountId, suspenseAccount }) => <Id>{accountId ?? suspenseAccount}</Id>,
        },
        {
          title: 'Amount',
          numeric: true,
          render: (correction) => <Money amount={signedAmount(correction)} currency={correction.currencyCode} />,
        },
        { title: 'Reason', render: ({ reason }) => reason },
        {
          title: 'Business date',
          sort: 'businessDate',
          render: ({ businessDate }) => <CalendarDate date={businessDate} />,
        },
        { title: 'Posted', sort: 'createdAt', render: ({ createdAt }) => <Instant at={createdAt} /> },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Reason' },
        { kind: 'institution', name: 'institutionId', label: 'Institution' },
        { kind: 'text', name: 'accountId', label: 'Account', width: 160 },
        { kind: 'choice', name: 'kind', label: 'Kind', choices: KIND_CHOICES, width: 220 },
      ]}
      rowKey={({ id }) => id}
      actions={
        <Allowed module="CORRECTIONS" action="CREATE">
          <LinkButton to="/corrections/new" leftSection={<IconPlus size={16} />}>
            Ask for a correction
          </LinkButton>
        </Allowed>
      }
      empty={{
        title: 'No corrections yet',
        hint: 'Put right what was wrong on an account; another user approves it.',
      }}
    />
  )
}
