// An id in a narrow column: a UUID by its beginning, with the whole of it in the title; codes as they are.

const LONGEST_CODE = 20

export function ShortId({ id }: { id: string | null | undefined }) {
  if (id === null || id === undefined || id === '') return '—'
  return id.length <= LONGEST_CODE ? id : <span title={id}>{id.slice(0, 8)}…</span>
}
