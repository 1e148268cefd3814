// Reads a record into a form. The form keeps what it was opened with: reading the record again in the background does
// not touch it, so that a change by another user is noticed by its version when the form is sent.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../page/record-query.tsx'

export interface EditRecordProps<Data> {
  readonly queryKey: readonly unknown[]
  load(): Promise<Data>
  /** `reload` reads the record and opens the form again. */
  children(record: Data, reload: () => void): ReactNode
}

export function EditRecord<Data>({ queryKey, load, children }: EditRecordProps<Data>) {
  const [opened, setOpened] = useState(0)
  const query = useQuery({
    queryKey: [...queryKey, 'edit'],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const reload = async () => {
    const { isSuccess } = await query.refetch()
    if (isSuccess) setOpened((times) => times + 1)
  }
  return (
    <Loaded query={query}>
      {(record) => (
        <Opened key={opened} record={record} reload={() => void reload()}>
          {children}
        </Opened>
      )}
    </Loaded>
  )
}

interface OpenedProps<Data> {
  readonly record: Data
  reload(): void
  children(record: Data, reload: () => void): ReactNode
}

function Opened<Data>({ record, reload, children }: OpenedProps<Data>) {
  const [kept] = useState(record)
  return children(kept, reload)
}
