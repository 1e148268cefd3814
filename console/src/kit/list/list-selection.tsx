// Rows that are ticked, to do the same with all of them: on this page and others, or all that match the filters.

import { Button, Checkbox, Group, Paper, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { UrlValues } from '../page/url-state.ts'
import { formatCount } from '../show/format.ts'

/** What is ticked, as the actions of a list get it. */
export interface Selected {
  /** Keys of rows; empty when all that match are meant. */
  readonly keys: readonly string[]
  /** All rows that match these filters, also those of other pages. */
  readonly filters?: UrlValues
  readonly count: number
  /** When the action is under way. */
  clear(): void
}

export interface BulkActions<Row> {
  /** At most so many rows can be ticked one by one. */
  readonly mostKeys: number
  /** Whether a row can be ticked; all can by default. */
  canSelect?(row: Row): boolean
  /** Filters that all that match are taken by, beside those of the list. */
  readonly always?: UrlValues
  /** The buttons of the bar. */
  render(selected: Selected): ReactNode
}

export interface Selection<Row> {
  isSelected(row: Row): boolean
  canSelect(row: Row): boolean
  toggle(rows: readonly Row[], isOn: boolean): void
}

interface SelectionOptions<Row> {
  readonly actions: BulkActions<Row> | undefined
  readonly rows: readonly Row[]
  rowKey(row: Row): string
  readonly filters: UrlValues
  readonly total: number
}

/** The state of the ticks, and the bar that stands above the table while something is ticked. */
export function useSelection<Row>(options: SelectionOptions<Row>): readonly [Selection<Row> | undefined, ReactNode] {
  const { actions, rows, rowKey, filters, total } = options
  const filtersNow = JSON.stringify(filters)
  const [ticked, setTicked] = useState<Ticked>(NONE)
  // Ticks under other filters would be out of sight.
  const { keys, isAll } = ticked.filters === filtersNow ? ticked : NONE
  if (actions === undefined) return [undefined, null]
  const change = (next: ReadonlySet<string>, all = false) => setTicked({ keys: next, isAll: all, filters: filtersNow })
  const canSelect = (row: Row) => actions.canSelect?.(row) ?? true
  const selection: Selection<Row> = {
    canSelect,
    isSelected: (row) => isAll || keys.has(rowKey(row)),
    toggle(changed, isOn) {
      // Of all that match, those in sight stay ticked.
      const before = isAll ? new Set(rows.filter(canSelect).map(rowKey)) : keys
      const those = new Set(changed.filter(canSelect).map(rowKey))
      const next = isOn ? [...before, ...those] : [...before].filter((key) => !those.has(key))
      change(new Set([...new Set(next)].slice(0, actions.mostKeys)))
    },
  }
  const bar = (keys.size > 0 || isAll) && (
    <BulkBar
      selected={{
        keys: isAll ? [] : [...keys],
        ...(isAll && { filters: { ...filters, ...actions.always } }),
        count: isAll ? total : keys.size,
        clear: () => change(new Set()),
      }}
      total={total}
      isWholePage={rows.filter(canSelect).every((row) => keys.has(rowKey(row)))}
      onAll={() => change(new Set(), true)}
    >
      {actions.render}
    </BulkBar>
  )
  return [selection, bar]
}

interface Ticked {
  readonly keys: ReadonlySet<string>
  readonly isAll: boolean
  /** The filters under which they were ticked. */
  readonly filters: string
}

const NONE: Ticked = { keys: new Set(), isAll: false, filters: '' }

interface BulkBarProps {
  readonly selected: Selected
  readonly total: number
  readonly isWholePage: boolean
  onAll(): void
  children(selected: Selected): ReactNode
}

function BulkBar({ selected, total, isWholePage, onAll, children }: BulkBarProps) {
  const { count, filters } = selected
  return (
    <Paper p="xs" role="region" aria-label="Selected rows" className="screen-only bulk-bar">
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          <Text size="sm" fw={600} aria-live="polite">
            {filters === undefined ? `${formatCount(count)} selected` : `All ${formatCount(count)} that match`}
          </Text>
          {filters === undefined && isWholePage && total > count && (
            <Button size="compact-sm" variant="subtle" onClick={onAll}>
              Select all {formatCount(total)} that match
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={selected.clear}>
            Clear selection
          </Button>
        </Group>
        <Group gap="xs">{children(selected)}</Group>
      </Group>
    </Paper>
  )
}

/** The first cell of the head: ticks every row of the page. */
export function SelectPage<Row>({ selection, rows }: { selection: Selection<Row>; rows: readonly Row[] }) {
  const possible = rows.filter(selection.canSelect)
  const ticked = possible.filter(selection.isSelected)
  const isWhole = possible.length > 0 && ticked.length === possible.length
  return (
    <Checkbox
      size="xs"
      aria-label="Select all rows of this page"
      disabled={possible.length === 0}
      checked={isWhole}
      indeterminate={ticked.length > 0 && !isWhole}
      onChange={({ currentTarget: { checked } }) => selection.toggle(possible, checked)}
    />
  )
}

/** The first cell of a row. */
export function SelectRow<Row>({ selection, row }: { selection: Selection<Row>; row: Row }) {
  return (
    <Checkbox
      size="xs"
      aria-label="Select this row"
      disabled={!selection.canSelect(row)}
      checked={selection.isSelected(row)}
      onChange={({ currentTarget: { checked } }) => selection.toggle([row], checked)}
    />
  )
}
