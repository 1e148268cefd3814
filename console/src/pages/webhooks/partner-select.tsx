// Chooses the partner of a new webhook.

import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { usePartnerChoices } from './partner-choices.ts'

export function PartnerSelect(props: Omit<SelectProps, 'data' | 'searchable' | 'onSearchChange' | 'searchValue'>) {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 250)
  // The text of the chosen option is no search.
  const { choices } = usePartnerChoices(/ · /.test(asked) ? '' : asked)
  const chosen = props.value
  const isListed = typeof chosen !== 'string' || chosen === '' || choices.some(({ value }) => value === chosen)
  return (
    <Select
      label="Partner"
      placeholder="Choose a partner"
      nothingFoundMessage="No partner found"
      {...props}
      data={isListed ? [...choices] : [{ value: chosen, label: chosen }, ...choices]}
      searchable
      onSearchChange={setSearch}
    />
  )
}
