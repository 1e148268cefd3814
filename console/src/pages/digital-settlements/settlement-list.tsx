// Settlements between token institutions.

import { IconPlus } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { present } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { CalendarDate, Instant, Money } from '../../kit/show/values.tsx'
import { InstitutionLabel } from '../digital/parties/institution-names.tsx'

type Settlement = onboarding.DigitalSettlement

export default function SettlementsPage() {
  return (
    <ListPage<Settlement>
      title="Settlements"
      description="What token institutions have paid each other outside the gateway for transfers, as it was recorded here."
      queryKey={['digital-settlements']}
      load={({ page, size, sort, filters: { search, currencyCode } }) =>
        ask(admin.listDigitalSettlements(present({ page, size, sort }), present({ search, currencyCode })))
      }
      columns={[
        {
          title: 'Reference',
          sort: 'externalReference',
          render: ({ id, externalReference }) => (
            <PageLink to={`/digital-settlements/${id}`}>{externalReference}</PageLink>
          ),
        },
        { title: 'Payer', render: ({ payerInstitutionId }) => <InstitutionLabel id={payerInstitutionId} /> },
        { title: 'Payee', render: ({ payeeInstitutionId }) => <InstitutionLabel id={payeeInstitutionId} /> },
        {
          title: 'Amount',
          numeric: true,
          render: ({ amount, currencyCode }) => <Money amount={amount} currency={currencyCode} />,
        },
        { title: 'Value date', sort: 'valueDate', render: ({ valueDate }) => <CalendarDate date={valueDate} /> },
        { title: 'Recorded', sort: 'createdAt', render: ({ createdAt }) => <Instant at={createdAt} /> },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Reference or note' },
        { kind: 'text', name: 'currencyCode', label: 'Currency', placeholder: 'CHF', width: 120 },
      ]}
      rowKey={({ id }) => id}
      actions={
        <Allowed module="DIGITAL_MONEY" action="APPROVE" scope="platform">
          <LinkButton to="/digital-settlements/new" leftSection={<IconPlus size={16} />}>
            Record a settlement
          </LinkButton>
        </Allowed>
      }
      empty={{
        title: 'No settlements yet',
        hint: 'Record what one institution has paid another for transfers of tokens.',
      }}
    />
  )
}
