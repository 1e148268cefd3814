// What was typed into the scenarios of a loan, and what they showed. It is kept while the page of the loan is open, so
// that a look at another tab or scenario loses nothing.

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

/** By the name of the scenario. */
type Drafts = Map<string, unknown>

const DraftsContext = createContext<Drafts>(new Map())

export function KeepDrafts({ children }: { children: ReactNode }) {
  const [drafts] = useState<Drafts>(() => new Map())
  return <DraftsContext value={drafts}>{children}</DraftsContext>
}

/** What a scenario kept when it was last left. */
export function useDraft<Draft>(name: string): Draft | undefined {
  return useContext(DraftsContext).get(name) as Draft | undefined
}

export function useKeepDraft<Draft>(name: string, draft: Draft): void {
  const drafts = useContext(DraftsContext)
  useEffect(() => void drafts.set(name, draft))
}
