// A list of records: filters and page in the address, a table, paging, and what to show while loading, on errors and when
// nothing is there.

import { Group, Pagination, Paper, Select, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { sourceOf } from '../../texts/translate.ts'
import { EmptyState, type EmptyStateProps } from '../page/empty-state.tsx'
import { ErrorNotice } from '../page/error-notice.tsx'
import { type UrlValues, useUrlState } from '../page/url-state.ts'
import { formatCount } from '../show/format.ts'
import { type Filter, FilterBar } from './filter-bar.tsx'
import { useListChoices } from './kept-choices.ts'
import { ListTools } from './list-tools.tsx'

export interface Column<Row> {
  readonly title: string
  render(row: Row): ReactNode
  /** The field to sort by, where the operation can. */
  readonly sort?: string
  /** Figures are aligned at the right. */
  readonly numeric?: boolean
  readonly width?: number | string
}

export interface ListRequest {
  readonly page: number
  readonly size: number
  /** `name:asc`. */
  readonly sort: string | undefined
  /** By name of the filter; absent when not set. Several values are separated by commas: see `listOf`. */
  readonly filters: UrlValues
}

export interface ListPageOf<Row> {
  readonly content: readonly Row[]
  readonly totalElements: number
  readonly totalPages: number
  /** Said below the table: that there are more than can be counted, or how to go on. */
  readonly note?: ReactNode
}

export interface RecordListProps<Row> {
  /** Names what is listed, for assistive technology. */
  readonly label: string
  /** The key in the cache; the request is added. */
  readonly queryKey: readonly unknown[]
  load(request: ListRequest): Promise<ListPageOf<Row>>
  /** For the file of the whole list, where `load` does not begin at the first page. */
  loadFromStart?(request: ListRequest): Promise<ListPageOf<Row>>
  readonly columns: readonly Column<Row>[]
  readonly filters?: readonly Filter[]
  rowKey(row: Row): string
  /** The page of a row's record: the whole row leads there. */
  rowTo?(row: Row): string
  /** Buttons at the end of a row. */
  rowActions?(row: Row): ReactNode
  readonly empty: EmptyStateProps
  readonly defaultSort?: string
  readonly defaultSize?: number
  /** Where several lists share a page: put before the names in the address. */
  readonly urlPrefix?: string
  /** Reads again while something is going on. */
  readonly refreshEveryMs?: number | false
}

const SIZES = ['10', '25', '50', '100']

export function RecordList<Row>(props: RecordListProps<Row>) {
  const { label, queryKey, load, loadFromStart = load, filters = [], rowKey, rowTo, rowActions, empty } = props
  const { defaultSort, defaultSize = 25, urlPrefix = '', refreshEveryMs = false } = props
  const [url, changeUrl] = useUrlState()
  const [{ hidden }, keepChoices] = useListChoices(urlPrefix)
  // The first column leads to the record.
  const columns = props.columns.filter(({ title }, at) => at === 0 || !hidden.includes(sourceOf(title)))
  const navigate = useNavigate()
  const named = (name: string) => urlPrefix + name
  const page = Math.max(1, Number(url[named('page')]) || 1)
  const size = SIZES.includes(url[named('size')] ?? '') ? Number(url[named('size')]) : defaultSize
  const sort = url[named('sort')] ?? defaultSort
  const set = Object.fromEntries(
    filters.flatMap(({ name }) => {
      const value = url[named(name)]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
  const request = { page, size, sort, filters: set }
  const list = useQuery({
    queryKey: [...queryKey, request],
    queryFn: () => load(request),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEveryMs,
  })
  const change = (values: UrlValues) =>
    changeUrl(Object.fromEntries(Object.entries(values).map(([name, value]) => [named(name), value])))
  const isFiltered = Object.keys(set).length > 0
  const rows = list.data?.content ?? []

  function openRow(event: MouseEvent, row: Row) {
    if (rowTo === undefined) return
    // Links and buttons inside a row do their own work, and marking text opens nothing.
    if ((event.target as HTMLElement).closest('a, button, input, label') !== null) return
    if (window.getSelection()?.toString() !== '') return
    void navigate({ to: rowTo(row) })
  }

  return (
    <Stack gap="md">
      {filters.length > 0 && (
        <FilterBar
          filters={filters}
          values={set}
          onChange={(values) => change({ ...values, page: undefined })}
          savedFor={urlPrefix}
        />
      )}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {rows.length > 0 && (
        <ListTools
          label={label}
          titles={props.columns.map(({ title }) => title)}
          hidden={props.columns.map(({ title }) => title).filter((title) => hidden.includes(sourceOf(title)))}
          onHide={(titles) => keepChoices({ hidden: titles.map(sourceOf) })}
          load={(ofPage, ofSize) => loadFromStart({ page: ofPage, size: ofSize, sort, filters: set })}
          rowKey={rowKey}
        />
      )}
      {(list.data !== undefined || !list.isError) && (
        <Paper className="clipped">
          <Table.ScrollContainer minWidth={Math.min(760, columns.length * 80)}>
            <Table
              className="list"
              highlightOnHover={rowTo !== undefined}
              aria-label={label}
              aria-busy={list.isFetching}
            >
              <Table.Thead>
                <Table.Tr>
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
                        <SortButton
                          title={column.title}
                          field={column.sort}
                          sort={sort}
                          onSort={(next) => change({ sort: next, page: undefined })}
                        />
                      )}
                    </Table.Th>
                  ))}
                  {rowActions !== undefined && <Table.Th aria-label="Actions" />}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.isPending && <LoadingRows columns={columns.length + (rowActions === undefined ? 0 : 1)} />}
                {rows.map((row) => (
                  <Table.Tr
                    key={rowKey(row)}
                    data-link={rowTo !== undefined || undefined}
                    onClick={(event) => openRow(event, row)}
                  >
                    {columns.map((column, at) => (
                      <Table.Td
                        key={column.title}
                        className={column.numeric === true ? 'numeric' : ''}
                        data-title={column.title}
                      >
                        {at === 0 && rowTo !== undefined ? (
                          <Link to={rowTo(row)} className="plain">
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
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {list.data !== undefined && rows.length === 0 && (
            <EmptyState
              {...(isFiltered
                ? { title: 'Nothing matches', hint: 'No record fits the filters above. Remove some to see more.' }
                : empty)}
            />
          )}
        </Paper>
      )}
      {list.data?.note}
      {list.data !== undefined && list.data.totalElements > 0 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed" className="numeric">
            {formatCount((page - 1) * size + Math.min(1, rows.length))}–{formatCount((page - 1) * size + rows.length)}{' '}
            of {formatCount(list.data.totalElements)}
          </Text>
          <Group className="screen-only">
            <Select
              aria-label="Rows per page"
              size="xs"
              w={110}
              data={SIZES.map((value) => ({ value, label: `${value} rows` }))}
              value={String(size)}
              onChange={(value) => change({ size: value ?? undefined, page: undefined })}
              allowDeselect={false}
            />
            {list.data.totalPages > 1 && (
              <Pagination
                size="sm"
                total={list.data.totalPages}
                value={page}
                onChange={(next) => change({ page: next === 1 ? undefined : String(next) })}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
              />
            )}
          </Group>
        </Group>
      )}
    </Stack>
  )
}

/** The values of a filter that takes several; undefined when none is set. */
export function listOf<Value extends string>(value: string | undefined): Value[] | undefined {
  return value === undefined || value === '' ? undefined : (value.split(',') as Value[])
}

/** The value of a yes/no filter. */
export function booleanOf(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 'true'
}

/** Drops members that are undefined: the operations tell an absent field from one without value. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
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
