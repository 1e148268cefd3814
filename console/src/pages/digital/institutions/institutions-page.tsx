// The institutions that issue tokens: the partner's own, and those of others that can be paid.

import { Badge } from '@mantine/core'
import { countryName } from '../../../kit/inputs/places-and-currencies.ts'
import { RecordList } from '../../../kit/list/record-list.tsx'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { Instant, StatusBadge } from '../../../kit/show/values.tsx'
import { DigitalFrame } from '../digital-frame.tsx'
import { type Entities, searchList, TEXT_FILTER } from '../digital-search.ts'
import { stateChoices } from '../words/state-choices.ts'
import { INSTITUTION_STATES } from '../words/states.ts'
import { isOwn } from './own-institution.ts'

export default function InstitutionsPage() {
  return (
    <DigitalFrame
      title="Token institutions"
      description="They issue tokens: one token is one unit of a currency, backed by money from the customer’s account. Institutions of other partners are listed too while they can receive tokens."
      actions={
        <Allowed module="DIGITAL_PARTIES" action="CREATE">
          <LinkButton to="/digital/institutions/new">Onboard an institution</LinkButton>
        </Allowed>
      }
    >
      {(partnerId) => (
        <RecordList<Entities['INSTITUTION']>
          label="Token institutions"
          queryKey={['digital', partnerId, 'institutions']}
          load={searchList(partnerId, 'INSTITUTION')}
          filters={[
            { ...TEXT_FILTER, placeholder: 'Name, BIC or LEI, from 3 letters on', width: 300 },
            { kind: 'choice', name: 'state', label: 'State', choices: stateChoices(Object.keys(INSTITUTION_STATES)) },
            { kind: 'text', name: 'currency', label: 'Currency', placeholder: 'CHF', width: 110 },
          ]}
          columns={[
            { title: 'Name', render: ({ institution }) => institution.name },
            { title: 'State', render: ({ state }) => <StatusBadge status={state} />, width: 150 },
            { title: 'Country', render: ({ institution }) => countryName(institution.country) },
            { title: 'Currencies', render: ({ institution }) => institution.currencies.join(', ') },
            { title: 'BIC', render: ({ institution }) => institution.bic ?? '—' },
            {
              title: 'Belongs to',
              render: (row) =>
                isOwn(row) ? (
                  'This partner'
                ) : (
                  <Badge variant="default" tt="none" radius="sm">
                    Another partner
                  </Badge>
                ),
            },
            { title: 'Onboarded', render: ({ createdAt }) => <Instant at={createdAt} /> },
          ]}
          rowKey={({ id }) => id}
          rowTo={({ id }) => `/digital/institutions/${id}`}
          empty={{
            title: 'No institution yet',
            hint: 'Onboard the first institution: it issues the tokens, and its customers hold them.',
            action: (
              <Allowed module="DIGITAL_PARTIES" action="CREATE">
                <LinkButton to="/digital/institutions/new">Onboard an institution</LinkButton>
              </Allowed>
            ),
          }}
        />
      )}
    </DigitalFrame>
  )
}
