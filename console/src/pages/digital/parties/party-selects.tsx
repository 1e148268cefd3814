// Choosing institutions, users and accounts by name. Users who may not see parties type the id.

import { Select, type SelectProps, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatWord } from '../../../kit/show/format.ts'
import { useMay } from '../../../session/entitlements.ts'
import { type Entities, search } from '../digital-search.ts'
import { useDirectory } from './directory.ts'
import { accountTitle, userName } from './party-names.tsx'

type Given = Omit<SelectProps, 'data' | 'searchable' | 'onSearchChange' | 'searchValue' | 'value' | 'onChange'> & {
  readonly value?: string
  onChange?(value: string): void
}

interface PartySelectProps<Party> extends Given {
  readonly partnerId: string
  /** Only those that can be meant. */
  fits?(party: Party): boolean
}

export function DigitalInstitutionSelect(props: PartySelectProps<Entities['INSTITUTION']>) {
  const { fits, ...rest } = props
  return (
    <PartySelect
      label="Institution"
      placeholder="Choose an institution"
      {...rest}
      entity="INSTITUTION"
      fits={fits}
      labelOf={({ institution, state }) =>
        state === 'ACTIVE' ? institution.name : `${institution.name} (${formatWord(state).toLowerCase()})`
      }
    />
  )
}

export function DigitalUserSelect(props: PartySelectProps<Entities['USER']>) {
  const { fits, ...rest } = props
  return <PartySelect label="User" placeholder="Choose a user" {...rest} entity="USER" fits={fits} labelOf={userName} />
}

export function AccountSelect(props: PartySelectProps<Entities['DIGITAL_ASSET_ACCOUNT']>) {
  const { fits, ...rest } = props
  const users = useDirectory(props.partnerId, 'USER')
  const institutions = useDirectory(props.partnerId, 'INSTITUTION')
  return (
    <PartySelect
      label="Account"
      placeholder="Choose an account"
      {...rest}
      entity="DIGITAL_ASSET_ACCOUNT"
      fits={fits}
      labelOf={(row) => {
        const holder = users.data?.content.find(({ id }) => id === row.user.id)
        const at = institutions.data?.content.find(({ id }) => id === row.institution.id)
        return [accountTitle(row, holder && userName(holder)), row.account.currency, at?.institution.name]
          .filter((part) => part !== undefined)
          .join(' · ')
      }}
    />
  )
}

type PartyEntity = 'INSTITUTION' | 'USER' | 'DIGITAL_ASSET_ACCOUNT'

interface AnyPartySelectProps<E extends PartyEntity> extends Given {
  readonly partnerId: string
  readonly entity: E
  fits: ((party: Entities[E]) => boolean) | undefined
  labelOf(party: Entities[E]): string
}

function PartySelect<E extends PartyEntity>(props: AnyPartySelectProps<E>) {
  const { partnerId, entity, fits = () => true, labelOf, value = '', onChange, ...select } = props
  const canView = useMay()('DIGITAL_PARTIES', 'VIEW')
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 250)
  const directory = useDirectory(partnerId, entity)
  // What is not among the newest is searched at the gateway.
  const isLonger = directory.data !== undefined && directory.data.totalElements > directory.data.content.length
  const found = useQuery({
    queryKey: ['digital', partnerId, 'choices', entity, asked],
    queryFn: () => search(partnerId, entity, { size: 50, text: asked }),
    enabled: canView && isLonger && asked.length >= 3,
    staleTime: 30_000,
  })
  if (!canView) {
    return (
      <TextInput
        label={select.label}
        description={select.description}
        required={select.required ?? false}
        error={select.error}
        placeholder="Id"
        value={value}
        onChange={(event) => onChange?.(event.currentTarget.value.trim())}
      />
    )
  }
  const parties = new Map([...(directory.data?.content ?? []), ...(found.data?.content ?? [])].map((p) => [p.id, p]))
  const choices = [...parties.values()].filter(fits).map((party) => ({ value: party.id, label: labelOf(party) }))
  const hasChosen = value === '' || choices.some((choice) => choice.value === value)
  return (
    <Select
      nothingFoundMessage={directory.isPending ? 'Loading' : 'Nothing found'}
      {...select}
      data={hasChosen ? choices : [{ value, label: value }, ...choices]}
      value={value === '' ? null : value}
      onChange={(next) => onChange?.(next ?? '')}
      searchable
      onSearchChange={setTyped}
    />
  )
}
