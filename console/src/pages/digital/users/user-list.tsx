// Users of institutions, as a list.

import { RecordList } from '../../../kit/list/record-list.tsx'
import { Instant, StatusBadge } from '../../../kit/show/values.tsx'
import { type Entities, searchList, TEXT_FILTER } from '../digital-search.ts'
import { useInstitutionFilter } from '../parties/institution-filter.ts'
import { InstitutionName, userName } from '../parties/party-names.tsx'
import { stateChoices } from '../words/state-choices.ts'
import { USER_STATES } from '../words/states.ts'

export interface UserListProps {
  readonly partnerId: string
  /** Only those of one institution. */
  readonly institutionId?: string
}

type Row = Entities['USER']

export function UserList({ partnerId, institutionId }: UserListProps) {
  const institutionFilter = useInstitutionFilter(partnerId)
  const isWhole = institutionId === undefined
  return (
    <RecordList<Row>
      label="Token users"
      urlPrefix={isWhole ? '' : 'u-'}
      defaultSize={isWhole ? 25 : 10}
      queryKey={['digital', partnerId, 'users', institutionId]}
      load={searchList(partnerId, 'USER', isWhole ? {} : { institutionId })}
      filters={[
        { ...TEXT_FILTER, placeholder: 'Name or external id, from 3 letters on', width: 310 },
        { kind: 'choice', name: 'state', label: 'State', choices: stateChoices(Object.keys(USER_STATES)) },
        ...(isWhole ? [institutionFilter] : []),
      ]}
      columns={[
        { title: 'Name', render: userName },
        { title: 'Kind', render: ({ user }) => (user.type === 'BUSINESS' ? 'Business' : 'Individual'), width: 110 },
        { title: 'State', render: ({ state }) => <StatusBadge status={state} />, width: 170 },
        ...(isWhole
          ? [
              {
                title: 'Institution',
                render: ({ institution }: Row) => <InstitutionName partnerId={partnerId} id={institution.id} />,
              },
            ]
          : []),
        { title: 'External id', render: ({ user }) => user.externalId ?? '—' },
        { title: 'Onboarded', render: ({ createdAt }) => <Instant at={createdAt} /> },
      ]}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/digital/users/${id}`}
      empty={{ title: 'No user yet', hint: 'Onboard a customer of an institution; then accounts can be opened.' }}
    />
  )
}
