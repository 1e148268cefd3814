// Reads a record into a form. The form keeps what it was opened with: reading the record again in the background does
// not touch it, so that a change by another user is noticed by its version when the form is sent.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../page/record-query.tsx'

export interface EditRecordProps<Data> {
  readonly queryKey: readonly unknown[]
  load(): Promise<Data>
  children(record: Data): ReactNode
}

export function EditRecord<Data>({ queryKey, load, children }: EditRecordProps<Data>) {
  const query = useQuery({
    queryKey: [...queryKey, 'edit'],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return <Loaded query={query}>{(record) => <Opened record={record}>{children}</Opened>}</Loaded>
}

interface OpenedProps<Data> {
  readonly record: Data
  children(record: Data): ReactNode
}

function Opened<Data>({ record, children }: OpenedProps<Data>) {
  const [kept] = useState(record)
  return children(kept)
}
