// The table of a list: its head sorts, and a whole row leads to its record.

import { Group, Skeleton, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { walkRows } from './arrow-keys.ts'
import type { Column } from './list-request.ts'
import { type Selection, SelectPage, SelectRow } from './list-selection.tsx'

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rowActions: ((row: Row) => ReactNode) | undefined
  readonly selection: Selection<Row> | undefined
  readonly rows: readonly Row[]
  readonly sort: string | undefined
  onSort(sort: string): void
}

export interface RecordTableProps<Row> extends HeadProps<Row>, Omit<RecordRowProps<Row>, 'row'> {
  readonly label: string
  rowKey(row: Row): string
  readonly isPending: boolean
  readonly isFetching: boolean
}

export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { label, columns, rows, rowKey, rowTo, rowActions, selection, isPending, isFetching } = props
  const moreCells = (rowActions === undefined ? 0 : 1) + (selection === undefined ? 0 : 1)
  return (
    <Table.ScrollContainer minWidth={Math.min(760, columns.length * 80)}>
      <Table className="list" highlightOnHover={rowTo !== undefined} aria-label={label} aria-busy={isFetching}>
        <Table.Thead>
          <Head {...props} />
        </Table.Thead>
        <Table.Tbody onKeyDown={walkRows}>
          {isPending && <LoadingRows columns={columns.length + moreCells} />}
          {rows.map((row) => (
            <RecordRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              rowTo={rowTo}
              rowActions={rowActions}
              selection={selection}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Head<Row>({ columns, rowActions, selection, rows, sort, onSort }: HeadProps<Row>) {
  return (
    <Table.Tr>
      {selection !== undefined && (
        <Table.Th className="row-tick">
          <SelectPage selection={selection} rows={rows} />
        </Table.Th>
      )}
      {columns.map((column) => (
        <Table.Th
          key={column.title}
          className={column.numeric === true ? 'numeric' : column.width === undefined ? 'text' : ''}
          // On narrower screens each column is as wide as it needs.
          w={{ md: column.width }}
          aria-sort={ariaSort(column, sort)}
        >
          {column.sort === undefined ? (
            column.title
          ) : (
            <SortButton title={column.title} field={column.sort} sort={sort} onSort={onSort} />
          )}
        </Table.Th>
      ))}
      {rowActions !== undefined && <Table.Th aria-label="Actions" />}
    </Table.Tr>
  )
}

interface RecordRowProps<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly rowTo: ((row: Row) => string) | undefined
  readonly rowActions: ((row: Row) => ReactNode) | undefined
  readonly selection: Selection<Row> | undefined
}

function RecordRow<Row>({ row, columns, rowTo, rowActions, selection }: RecordRowProps<Row>) {
  const navigate = useNavigate()
  const to = rowTo?.(row)

  function open(event: MouseEvent) {
    if (to === undefined) return
    // Links and buttons inside a row do their own work, and marking text opens nothing.
    if ((event.target as HTMLElement).closest('a, button, input, label') !== null) return
    if (window.getSelection()?.toString() !== '') return
    void navigate({ to })
  }

  return (
    <Table.Tr data-link={to !== undefined || undefined} onClick={open}>
      {selection !== undefined && (
        <Table.Td className="row-tick">
          <SelectRow selection={selection} row={row} />
        </Table.Td>
      )}
      {columns.map((column, at) => (
        <Table.Td key={column.title} className={column.numeric === true ? 'numeric' : ''} data-title={column.title}>
          {at === 0 && to !== undefined ? (
            <Link to={to} className="plain">
              {column.render(row)}
            </Link>
          ) : (
            column.render(row)
          )}
        </Table.Td>
      ))}
      {rowActions !== undefined && (
        <Table.Td className="row-actions">
          <Group gap={6} justify="flex-end" wrap="nowrap">
            {rowActions(row)}
          </Group>
        </Table.Td>
      )}
    </Table.Tr>
  )
}

function ariaSort<Row>(column: Column<Row>, sort: string | undefined): 'ascending' | 'descending' | undefined {
  const [field, direction] = (sort ?? '').split(':')
  if (column.sort === undefined || field !== column.sort) return undefined
  return direction === 'asc' ? 'ascending' : 'descending'
}

function SortButton(props: { title: string; field: string; sort: string | undefined; onSort(sort: string): void }) {
  const { title, field, sort, onSort } = props
  const [sorted, direction] = (sort ?? '').split(':')
  const isSorted = sorted === field
  const Icon = isSorted ? (direction === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort
  return (
    <UnstyledButton
      fz="inherit"
      fw={700}
      onClick={() => onSort(`${field}:${isSorted && direction === 'asc' ? 'desc' : 'asc'}`)}
    >
      <Group gap={4} wrap="nowrap">
        {title}
        <Icon size={13} aria-hidden opacity={isSorted ? 1 : 0.45} />
      </Group>
    </UnstyledButton>
  )
}

function LoadingRows({ columns }: { columns: number }) {
  return [0, 1, 2, 3, 4].map((row) => (
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Table.Td key={column}>
          <Skeleton height={14} my={4} />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}
