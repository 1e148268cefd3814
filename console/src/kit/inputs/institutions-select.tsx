// Chooses several institutions among those the user sees.

import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'

export type InstitutionsSelectProps = Omit<MultiSelectProps, 'data' | 'searchable' | 'onSearchChange' | 'searchValue'>

/** The values are the institutions' codes. Typing searches at the gateway: there may be more than one page. */
export function InstitutionsSelect(props: InstitutionsSelectProps) {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 250)
  const { data } = useQuery({
    queryKey: ['institutions', 'choices', asked],
    queryFn: () => ask(admin.listInstitutions({ size: 50 }, asked === '' ? {} : { search: asked })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const found = (data?.content ?? []).map(({ institutionId, displayName }) => ({
    value: institutionId,
    label: `${institutionId} · ${displayName}`,
  }))
  const others = (props.value ?? [])
    .filter((chosen) => !found.some(({ value }) => value === chosen))
    .map((value) => ({ value, label: value }))
  return (
    <MultiSelect
      label="Institutions"
      nothingFoundMessage="No institution found"
      {...props}
      placeholder={(props.value ?? []).length === 0 ? (props.placeholder ?? 'Choose institutions') : ''}
      data={[...others, ...found]}
      searchable
      onSearchChange={setSearch}
    />
  )
}
