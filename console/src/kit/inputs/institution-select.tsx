// Chooses an institution among those the user sees.

import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'

export type InstitutionSelectProps = Omit<SelectProps, 'data' | 'searchable' | 'onSearchChange' | 'searchValue'>

/** The value is the institution's code, `FI001`. Typing searches at the gateway: there may be more than one page. */
export function InstitutionSelect(props: InstitutionSelectProps) {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 250)
  // The text of the chosen option is no search.
  const wanted = / · /.test(asked) ? '' : asked
  const { data } = useQuery({
    queryKey: ['institutions', 'choices', wanted],
    queryFn: () => ask(admin.listInstitutions({ size: 50 }, wanted === '' ? {} : { search: wanted })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const found = (data?.content ?? []).map(({ institutionId, displayName }) => ({
    value: institutionId,
    label: `${institutionId} · ${displayName}`,
  }))
  const chosen = props.value
  const choices =
    typeof chosen === 'string' && chosen !== '' && !found.some(({ value }) => value === chosen)
      ? [{ value: chosen, label: chosen }, ...found]
      : found
  return (
    <Select
      label="Institution"
      placeholder="Choose an institution"
      nothingFoundMessage="No institution found"
      {...props}
      data={choices}
      searchable
      onSearchChange={setSearch}
    />
  )
}
