// The institution that a property applies to: one of account services by its code, or one of digital banking by its UUID.

import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useMay } from '../../session/entitlements.ts'

export type InstitutionInputProps = Omit<AutocompleteProps, 'data' | 'renderOption'>

export function InstitutionInput(props: InstitutionInputProps) {
  const may = useMay()
  const [asked] = useDebouncedValue((props.value ?? '').trim(), 250)
  const { data } = useQuery({
    queryKey: ['institutions', 'choices', asked],
    queryFn: () => ask(admin.listInstitutions({ size: 50 }, asked === '' ? {} : { search: asked })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: may('INSTITUTIONS', 'VIEW'),
  })
  const found = data?.content ?? []
  return (
    <Autocomplete
      label="Institution"
      placeholder="All institutions"
      description="Empty: for all. Or its code or UUID."
      {...props}
      data={found.map(({ institutionId }) => institutionId)}
      // The gateway has searched already, in names too.
      filter={({ options }) => options}
      renderOption={({ option }) =>
        `${option.value} · ${found.find(({ institutionId }) => institutionId === option.value)?.displayName ?? ''}`
      }
    />
  )
}
