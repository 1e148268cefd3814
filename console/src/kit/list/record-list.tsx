// A list of records: filters and page in the address, a table, paging, and what to show while loading, on errors and when
// nothing is there.

import { Paper, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sourceOf } from '../../texts/translate.ts'
import { EmptyState, type EmptyStateProps } from '../page/empty-state.tsx'
import { ErrorNotice } from '../page/error-notice.tsx'
import { type UrlValues, useUrlState } from '../page/url-state.ts'
import { type Filter, FilterBar } from './filter-bar.tsx'
import { useListChoices } from './kept-choices.ts'
import { ListPaging, SIZES } from './list-paging.tsx'
import type { Column, ListPageOf, ListRequest } from './list-request.ts'
import { type BulkActions, useSelection } from './list-selection.tsx'
import { ListTools } from './list-tools.tsx'
import { RecordTable } from './record-table.tsx'

export type { Column, ListPageOf, ListRequest }

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
  /** What can be done with many rows at once: they can be ticked. */
  readonly bulk?: BulkActions<Row> | undefined
  readonly empty: EmptyStateProps
  readonly defaultSort?: string
  readonly defaultSize?: number
  /** Where several lists share a page: put before the names in the address. */
  readonly urlPrefix?: string
  /** Reads again while something is going on. */
  readonly refreshEveryMs?: number | false | ((found: ListPageOf<Row> | undefined) => number | false)
}

export function RecordList<Row>(props: RecordListProps<Row>) {
  const { label, queryKey, load, loadFromStart = load, filters = [], rowKey, rowTo, rowActions, empty } = props
  const { urlPrefix = '', refreshEveryMs = false } = props
  const [{ hidden }, keepChoices] = useListChoices(urlPrefix)
  const titles = props.columns.map(({ title }) => title)
  // The first column leads to the record.
  const columns = props.columns.filter(({ title }, at) => at === 0 || !hidden.includes(sourceOf(title)))
  const [request, change] = useListRequest(props)
  const list = useQuery({
    queryKey: [...queryKey, request],
    queryFn: () => load(request),
    placeholderData: keepPreviousData,
    refetchInterval: typeof refreshEveryMs === 'function' ? ({ state }) => refreshEveryMs(state.data) : refreshEveryMs,
  })
  const isFiltered = Object.keys(request.filters).length > 0
  const rows = list.data?.content ?? []
  const total = list.data?.totalElements ?? 0
  const [selection, bulkBar] = useSelection({ actions: props.bulk, rows, rowKey, filters: request.filters, total })
  return (
    <Stack gap="md">
      {filters.length > 0 && (
        <FilterBar
          filters={filters}
          values={request.filters}
          onChange={(values) => change({ ...values, page: undefined })}
          views={{ urlPrefix, sort: request.sort === props.defaultSort ? undefined : request.sort }}
        />
      )}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {rows.length > 0 && (
        <ListTools
          label={label}
          titles={titles}
          hidden={titles.filter((title) => hidden.includes(sourceOf(title)))}
          onHide={(chosen) => keepChoices({ hidden: chosen.map(sourceOf) })}
          load={(page, size) => loadFromStart({ ...request, page, size })}
          rowKey={rowKey}
        />
      )}
      {bulkBar}
      {(list.data !== undefined || !list.isError) && (
        <Paper className="clipped">
          <RecordTable
            label={label}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            rowTo={rowTo}
            rowActions={rowActions}
            selection={selection}
            sort={request.sort}
            onSort={(sort) => change({ sort, page: undefined })}
            isPending={list.isPending}
            isFetching={list.isFetching}
          />
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
        <ListPaging request={request} shown={rows.length} found={list.data} onChange={change} />
      )}
    </Stack>
  )
}

/** What the address asks for, and a way to ask for something else. */
function useListRequest<Row>(props: RecordListProps<Row>): readonly [ListRequest, (values: UrlValues) => void] {
  const { filters = [], defaultSort, defaultSize = 25, urlPrefix = '' } = props
  const [url, changeUrl] = useUrlState()
  const named = (name: string) => urlPrefix + name
  const size = url[named('size')] ?? ''
  const set = filters.flatMap(({ name }) => {
    const value = url[named(name)]
    return value === undefined || value === '' ? [] : [[name, value]]
  })
  const request = {
    page: Math.max(1, Number(url[named('page')]) || 1),
    size: SIZES.includes(size) ? Number(size) : defaultSize,
    sort: url[named('sort')] ?? defaultSort,
    filters: Object.fromEntries(set),
  }
  const change = (values: UrlValues) =>
    changeUrl(Object.fromEntries(Object.entries(values).map(([name, value]) => [named(name), value])))
  return [request, change]
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
