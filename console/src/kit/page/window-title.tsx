// The title of the window, by which tabs, bookmarks and printed pages are told apart: the heading of the page, which
// names its record, then the page as the table of pages calls it.

import { useMatches } from '@tanstack/react-router'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the page, from the table of pages. */
    readonly title?: string
  }
}

const TellHeading = createContext<(heading: string | undefined) => void>(() => {})

/** Around all pages. */
export function WindowTitle({ children }: { children: ReactNode }) {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const [heading, setHeading] = useState<string>()
  useEffect(() => {
    document.title = titleOf(page, heading)
  }, [page, heading])
  return <TellHeading value={setHeading}>{children}</TellHeading>
}

/** For the heading of a page: its text goes into the title of the window. */
export function useWindowHeading(): RefObject<HTMLHeadingElement | null> {
  const tell = useContext(TellHeading)
  const heading = useRef<HTMLHeadingElement>(null)
  // After every drawing: until a record is read, the heading says only what it is.
  useEffect(() => tell(heading.current?.textContent ?? undefined))
  useEffect(() => () => tell(undefined), [tell])
  return heading
}

function titleOf(page = '', heading = ''): string {
  const parts = heading.includes(page) ? [heading] : [heading, page]
  return [...parts, 'Tillgate'].filter((part) => part !== '').join(' · ')
}
