// Chooses the role of a user among those that are enabled.

import { Select, type SelectProps, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useMay } from '../../session/entitlements.ts'

export interface RoleSelectProps extends Omit<SelectProps, 'data' | 'searchable' | 'onSearchChange' | 'searchValue'> {
  /** The role that the user has now: it may be disabled, and is then not among the choices. */
  readonly present?: { readonly roleId: string; readonly roleName: string }
}

/** The value is the role's id. Who may not list roles types it. */
export function RoleSelect({ present, ...select }: RoleSelectProps) {
  const canList = useMay()('ROLES', 'VIEW')
  const [search, setSearch] = useState('')
  // The text of the chosen option is no search.
  const [chosen, setChosen] = useState(present?.roleName)
  const [asked] = useDebouncedValue(search === chosen ? '' : search.trim(), 250)
  const { data } = useQuery({
    queryKey: ['roles', 'choices', 'enabled', asked],
    queryFn: () => ask(admin.listRoles({ size: 50 }, { isEnabled: true, ...(asked !== '' && { search: asked }) })),
    placeholderData: keepPreviousData,
    enabled: canList,
    staleTime: 60_000,
  })
  if (!canList) {
    const { label, description, error, value, disabled, onChange } = select
    return (
      <TextInput
        label={label ?? 'Role'}
        description={description ?? 'The id of the role. To choose by name you need the right to see roles.'}
        error={error}
        required
        disabled={disabled === true}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.currentTarget.value, { value: '', label: '' } as never)}
      />
    )
  }
  const found = (data?.content ?? []).map(({ id, roleName, institutionId }) => ({
    value: id,
    label: institutionId === undefined ? roleName : `${roleName} · ${institutionId}`,
  }))
  const choices =
    present === undefined || found.some(({ value }) => value === present.roleId)
      ? found
      : [{ value: present.roleId, label: present.roleName }, ...found]
  return (
    <Select
      label="Role"
      required
      placeholder="Choose a role"
      nothingFoundMessage="No role found"
      allowDeselect={false}
      {...select}
      onChange={(value, option) => {
        setChosen(option?.label)
        select.onChange?.(value, option)
      }}
      data={choices}
      searchable
      onSearchChange={setSearch}
    />
  )
}
