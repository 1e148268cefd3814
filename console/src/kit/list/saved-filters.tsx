// Filters that the user keeps under a name.

import { ActionIcon, Button, Divider, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { UrlValues } from '../page/url-state.ts'
import { useListChoices } from './kept-choices.ts'
import { MOST_SAVED_FILTERS, type SavedFilter } from './list-choices.ts'

export interface SavedFiltersProps {
  readonly urlPrefix: string
  /** The filters as they are set now. */
  readonly values: UrlValues
  /** Sets exactly these. */
  onApply(values: UrlValues): void
}

export function SavedFilters({ urlPrefix, values, onApply }: SavedFiltersProps) {
  const [{ saved }, keep] = useListChoices(urlPrefix)
  const [name, setName] = useState('')
  const [isOpen, menu] = useDisclosure(false)
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
  const isSet = Object.keys(set).length > 0
  if (!isSet && saved.length === 0) return null
  const wanted = name.trim()
  const save = () => {
    keep({ saved: [...saved.filter((one) => one.name !== wanted), { name: wanted, values: set }] })
    setName('')
  }
  const isFull = saved.length >= MOST_SAVED_FILTERS && !saved.some((one) => one.name === wanted)
  const apply = (one: SavedFilter) => {
    menu.close()
    onApply(one.values)
  }
  return (
    <Popover opened={isOpen} onChange={menu.close} width={300} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconBookmark size={16} aria-hidden />} onClick={menu.toggle}>
          {saved.length === 0 ? 'Save filter' : 'Saved filters'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {saved.map((one) => (
            <Group key={one.name} gap={4} wrap="nowrap">
              <UnstyledButton className="choice" fz="sm" onClick={() => apply(one)}>
                {one.name}
              </UnstyledButton>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Forget the filter ${one.name}`}
                onClick={() => keep({ saved: saved.filter(({ name: other }) => other !== one.name) })}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </Group>
          ))}
          {isSet && saved.length > 0 && <Divider />}
          {isSet && (
            <Group gap={6} wrap="nowrap" align="flex-end">
              <TextInput
                label="Save these filters as"
                size="xs"
                flex={1}
                maxLength={60}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && wanted !== '' && !isFull) save()
                }}
                data-autofocus
              />
              <Button size="xs" disabled={wanted === '' || isFull} onClick={save}>
                Save
              </Button>
            </Group>
          )}
          <Text size="xs" c="dimmed">
            {isFull ? 'No more can be kept: forget one first.' : 'Kept in this browser, for you alone.'}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
