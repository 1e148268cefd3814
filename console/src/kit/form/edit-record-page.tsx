// The page on which a record is changed. Saving and cancelling lead back to the record's own page.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageFrame } from '../page/page-frame.tsx'
import { EditRecord } from './edit-record.tsx'

export interface EditRecordPageProps<Data> {
  /** The list above the record: `['Billers', '/billers']`. */
  readonly list: readonly [label: string, to: string]
  readonly id: string
  readonly queryKey: readonly unknown[]
  load(): Promise<Data>
  nameOf(record: Data): string
  badgeOf?(record: Data): ReactNode
  readonly description?: string
  children(record: Data, edit: Edit): ReactNode
}

export interface Edit {
  /** Goes to the record's page, with a note where something was saved. */
  leave(note?: string): void
}

export function EditRecordPage<Data>(props: EditRecordPageProps<Data>) {
  const { list, id, queryKey, load, nameOf, badgeOf, description, children } = props
  const navigate = useNavigate()
  const to = `${list[1]}/${id}`
  return (
    <EditRecord queryKey={queryKey} load={load}>
      {(record) => (
        <PageFrame
          title={`Edit ${nameOf(record)}`}
          trail={[list, [nameOf(record), to]]}
          badge={badgeOf?.(record)}
          description={description}
        >
          {children(record, {
            leave: (note) => {
              if (note !== undefined) notifications.show({ message: note, color: 'green' })
              void navigate({ to })
            },
          })}
        </PageFrame>
      )}
    </EditRecord>
  )
}
