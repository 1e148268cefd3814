// The page that changes a record. The form is made from one reading of it and keeps that: reading again in the background
// would change the version under what was typed. After a conflict the user loads the present record on purpose.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loaded } from './record-query.tsx'

export interface EditRecordProps<Data> {
  /** The record's key; its form has one of its own below it, so that it never starts from what another page read. */
  readonly queryKey: readonly unknown[]
  load(): Promise<Data>
  /** Draws the form; `reload` starts it anew from the present record. */
  children(record: Data, reload: () => void): ReactNode
}

export function EditRecord<Data>({ queryKey, load, children }: EditRecordProps<Data>) {
  const [reading, setReading] = useState(1)
  const query = useQuery({
    queryKey: [...queryKey, 'edit'],
    queryFn: load,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const reload = () => {
    void query.refetch().then(({ isSuccess }) => {
      if (isSuccess) setReading((count) => count + 1)
    })
  }
  return (
    <Loaded query={query}>
      {(record) => (
        <Reading key={reading} record={record}>
          {(kept) => children(kept, reload)}
        </Reading>
      )}
    </Loaded>
  )
}

/** Keeps the record as it was first drawn, with its version, whatever is read later. */
function Reading<Data>({ record, children }: { readonly record: Data; children(kept: Data): ReactNode }) {
  const [kept] = useState(() => record)
  return children(kept)
}
