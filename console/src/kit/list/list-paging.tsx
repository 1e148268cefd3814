// Below a list: where one is in it, how many rows a page has, and the other pages.

import { Group, Pagination, Select, Text } from '@mantine/core'
import type { UrlValues } from '../page/url-state.ts'
import { formatCount } from '../show/format.ts'
import type { ListPageOf, ListRequest } from './list-request.ts'

export const SIZES = ['10', '25', '50', '100']

export interface ListPagingProps {
  readonly request: ListRequest
  /** Rows on the present page. */
  readonly shown: number
  readonly found: Pick<ListPageOf<unknown>, 'totalElements' | 'totalPages'>
  onChange(values: UrlValues): void
}

export function ListPaging({ request: { page, size }, shown, found, onChange }: ListPagingProps) {
  const { totalElements, totalPages } = found
  const before = (page - 1) * size
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" className="numeric">
        {formatCount(before + Math.min(1, shown))}–{formatCount(before + shown)} of {formatCount(totalElements)}
      </Text>
      <Group className="screen-only">
        <Select
          aria-label="Rows per page"
          size="xs"
          w={110}
          data={SIZES.map((value) => ({ value, label: `${value} rows` }))}
          value={String(size)}
          onChange={(value) => onChange({ size: value ?? undefined, page: undefined })}
          allowDeselect={false}
        />
        {totalPages > 1 && (
          <Pagination
            size="sm"
            total={totalPages}
            value={page}
            onChange={(next) => onChange({ page: next === 1 ? undefined : String(next) })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
          />
        )}
      </Group>
    </Group>
  )
}
