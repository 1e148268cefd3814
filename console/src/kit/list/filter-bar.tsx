// The filters above a list: the most used ones in sight, the rest behind a button.

import { Button, Collapse, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { InstitutionSelect } from '../inputs/institution-select.tsx'
import type { UrlValues } from '../page/url-state.ts'
import { instantOfLocal, localOfInstant } from '../show/time-zone.ts'
import { SavedViews } from './saved-views.tsx'

export type Choice = { readonly value: string; readonly label: string } | string

export type Filter = {
  readonly name: string
  readonly label: string
  readonly width?: number
  /** Behind the button "More filters". */
  readonly isRare?: boolean
} & (
  | { readonly kind: 'search'; readonly placeholder?: string }
  | { readonly kind: 'text'; readonly placeholder?: string }
  | { readonly kind: 'date' }
  /** Entered in the reader's time zone; the value is the instant, `2026-01-31T00:00:00.000Z`. */
  | { readonly kind: 'instant' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  | { readonly kind: 'choices'; readonly choices: readonly Choice[] }
  | { readonly kind: 'yes-no' }
  | { readonly kind: 'institution' }
)

export interface FilterBarProps {
  readonly filters: readonly Filter[]
  readonly values: UrlValues
  onChange(values: UrlValues): void
  /** Said below the filters behind the button. */
  readonly note?: ReactNode
  /** Lets the user keep filters and sort of the list under a name. Undefined where there is no list. */
  readonly views?: { readonly urlPrefix: string; readonly sort: string | undefined }
}

export function FilterBar({ filters, values, onChange, note, views }: FilterBarProps) {
  const usual = filters.filter(({ isRare }) => isRare !== true)
  const rare = filters.filter(({ isRare }) => isRare === true)
  const setOf = (some: readonly Filter[]) => some.filter(({ name }) => (values[name] ?? '') !== '').length
  const [isOpen, more] = useDisclosure(setOf(rare) > 0)
  const id = useId()
  const inputs = (some: readonly Filter[]) =>
    some.map((filter) => (
      <FilterInput
        key={filter.name}
        filter={filter}
        value={values[filter.name]}
        onChange={(value) => onChange({ [filter.name]: value === '' ? undefined : value })}
      />
    ))
  return (
    <Stack gap={0} role="search" aria-label="Filters">
      <Group gap="sm" align="flex-end">
        {inputs(usual)}
        {rare.length > 0 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconAdjustmentsHorizontal size={16} />}
            onClick={more.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
          >
            {isOpen ? 'Fewer filters' : setOf(rare) === 0 ? 'More filters' : `More filters (${setOf(rare)})`}
          </Button>
        )}
        {setOf(filters) > 0 && (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconX size={14} />}
            onClick={() => onChange(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
          >
            Clear filters
          </Button>
        )}
        {views !== undefined && (
          <SavedViews
            {...views}
            values={values}
            known={filters.map(({ name }) => name)}
            onApply={(saved, sort) =>
              onChange({ ...Object.fromEntries(filters.map(({ name }) => [name, undefined])), ...saved, sort })
            }
          />
        )}
      </Group>
      {rare.length > 0 && (
        <Collapse expanded={isOpen} id={id}>
          <Group gap="sm" align="flex-end" pt="sm">
            {inputs(rare)}
          </Group>
          {note !== undefined && (
            <Text size="xs" c="dimmed" mt={6}>
              {note}
            </Text>
          )}
        </Collapse>
      )}
    </Stack>
  )
}

interface FilterInputProps {
  readonly filter: Filter
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

function FilterInput({ filter, value, onChange }: FilterInputProps) {
  const { label, width } = filter
  switch (filter.kind) {
    case 'search':
    case 'text':
      return <TextFilter filter={filter} value={value} onChange={onChange} />
    case 'date':
      return (
        <TextInput
          type="date"
          label={label}
          size="sm"
          w={wide(width ?? 150)}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'instant':
      return (
        <TextInput
          type="datetime-local"
          step={1}
          label={label}
          size="sm"
          w={wide(width ?? 210)}
          value={value === undefined ? '' : localOfInstant(value)}
          onChange={({ currentTarget: { value: local } }) => onChange(instantOfLocal(local))}
        />
      )
    case 'choice':
      return (
        <Select
          label={label}
          size="sm"
          w={wide(width ?? 180)}
          placeholder="Any"
          data={[...filter.choices]}
          value={value ?? null}
          onChange={(next) => onChange(next ?? undefined)}
          clearable
          searchable={filter.choices.length > 8}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          label={label}
          size="sm"
          // Grows with what is chosen.
          {...(value === undefined ? { w: wide(width ?? 200) } : { miw: wide(width ?? 200), maw: 420 })}
          placeholder={value === undefined ? 'Any' : ''}
          data={[...filter.choices]}
          value={value === undefined ? [] : value.split(',')}
          onChange={(next) => onChange(next.join(','))}
          clearable
          searchable={filter.choices.length > 8}
        />
      )
    case 'institution':
      return (
        <InstitutionSelect
          label={label}
          size="sm"
          w={wide(width ?? 250)}
          placeholder="Any"
          value={value ?? null}
          onChange={(next) => onChange(next ?? undefined)}
          clearable
        />
      )
    case 'yes-no':
      return (
        <Select
          label={label}
          size="sm"
          w={wide(width ?? 120)}
          placeholder="Any"
          data={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={value ?? null}
          onChange={(next) => onChange(next ?? undefined)}
          clearable
        />
      )
  }
}

/** Two beside each other on a telephone. */
function wide(width: number) {
  return { base: 'calc(50% - 6px)', xs: width }
}

/** Typed text reaches the address, and so the gateway, when the typing pauses. */
const PAUSE_MS = 300

function TextFilter({ filter, value, onChange }: FilterInputProps) {
  const [text, setText] = useState(value ?? '')
  // What was sent and has not come back by the address yet: what the user has typed since then must stay.
  const sent = useRef<readonly string[]>([])
  const send = useDebouncedCallback((typed: string) => {
    // The same as before changes no address, so it does not come back.
    if (typed !== (value ?? '')) sent.current = [...sent.current, typed]
    onChange(typed)
  }, PAUSE_MS)
  // The address also changes by "Clear", by links and by going back.
  useEffect(() => {
    const at = sent.current.indexOf(value ?? '')
    sent.current = at < 0 ? [] : sent.current.slice(at + 1)
    if (at < 0) setText(value ?? '')
  }, [value])
  const isSearch = filter.kind === 'search'
  return (
    <TextInput
      label={filter.label}
      size="sm"
      w={isSearch ? { base: '100%', xs: filter.width ?? 260 } : wide(filter.width ?? 180)}
      type={isSearch ? 'search' : 'text'}
      placeholder={'placeholder' in filter ? filter.placeholder : undefined}
      leftSection={isSearch ? <IconSearch size={15} aria-hidden /> : undefined}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      }}
    />
  )
}
