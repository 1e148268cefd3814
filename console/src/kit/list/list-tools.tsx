// Above a table: which columns it shows, and the list as a file.

import { Button, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconColumns3, IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { serverMessage } from '../../texts/server-messages.ts'
import { saveFile } from '../show/download.ts'
import { formatCount } from '../show/format.ts'
import { type AllRows, csvOf, MOST_CSV_ROWS, type PageToRead, readAllRows } from './list-csv.ts'

export interface ListToolsProps<Row> {
  readonly label: string
  /** All columns; the first one, which leads to the record, is always shown. */
  readonly titles: readonly string[]
  readonly hidden: readonly string[]
  onHide(titles: readonly string[]): void
  load(page: number, size: number): Promise<PageToRead<Row>>
  rowKey(row: Row): string
}

export function ListTools<Row>({ label, titles, hidden, onHide, load, rowKey }: ListToolsProps<Row>) {
  const [, ...optional] = titles
  const [isOpen, columns] = useDisclosure(false)
  return (
    <Group gap="xs" justify="flex-end" className="screen-only list-tools">
      {optional.length > 0 && (
        <Popover opened={isOpen} onChange={columns.close} position="bottom-end" width={240} trapFocus returnFocus>
          <Popover.Target>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconColumns3 size={15} aria-hidden />}
              onClick={columns.toggle}
            >
              {hidden.length === 0 ? 'Columns' : `Columns (${titles.length - hidden.length} of ${titles.length})`}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <Stack gap="xs" role="group" aria-label="Columns shown">
              {optional.map((title) => (
                <Checkbox
                  key={title}
                  size="sm"
                  label={title}
                  checked={!hidden.includes(title)}
                  onChange={({ currentTarget: { checked } }) =>
                    onHide(checked ? hidden.filter((one) => one !== title) : [...hidden, title])
                  }
                />
              ))}
              {hidden.length > 0 && (
                <Button size="compact-xs" variant="subtle" onClick={() => onHide([])}>
                  Show all columns
                </Button>
              )}
            </Stack>
          </Popover.Dropdown>
        </Popover>
      )}
      <CsvButton label={label} load={load} rowKey={rowKey} />
    </Group>
  )
}

function CsvButton<Row>({ label, load, rowKey }: Pick<ListToolsProps<Row>, 'label' | 'load' | 'rowKey'>) {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const reading = useMutation({
    mutationFn: () => readAllRows(load, rowKey, () => isOpen.current),
    onSuccess: (all) => isOpen.current && save(label, all),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'The file was not made', message: serverMessage(error.message) }),
  })
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconFileSpreadsheet size={15} aria-hidden />}
      loading={reading.isPending}
      title={`All records that fit the filters, at most ${formatCount(MOST_CSV_ROWS)}, with all their fields`}
      onClick={() => reading.mutate()}
    >
      CSV
    </Button>
  )
}

function save<Row>(label: string, { rows, total }: AllRows<Row>): void {
  const name = label
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  saveFile(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
  if (rows.length < total) {
    notifications.show({
      color: 'yellow',
      title: `The file has the first ${formatCount(rows.length)} of ${formatCount(total)} records`,
      message: 'Narrow the list with a filter to get the rest.',
    })
  }
}
