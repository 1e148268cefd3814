// Tabs whose choice stands in the address: a link opens the same tab. Only the open one is drawn.

import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUrlState } from './url-state.ts'

export interface UrlTab {
  readonly value: string
  readonly label: string
  /** Other values of the address that belong to this tab; they go when another one is opened. */
  readonly owns?: readonly string[]
  readonly content: ReactNode | (() => ReactNode)
}

/** The first tab is shown by default, and not named in the address. */
export function UrlTabs({ label, tabs }: { label: string; tabs: readonly UrlTab[] }) {
  const [{ tab }, change] = useUrlState()
  const [first] = tabs
  const open = tabs.find(({ value }) => value === tab) ?? first
  if (open === undefined) return null
  const owned = Object.fromEntries(tabs.flatMap(({ owns = [] }) => owns).map((name) => [name, undefined]))
  return (
    <Tabs
      value={open.value}
      onChange={(next) => change({ ...owned, tab: next === first?.value ? undefined : (next ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List aria-label={label} mb="lg">
        {tabs.map(({ value, label: text }) => (
          <Tabs.Tab key={value} value={value}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open.value}>{typeof open.content === 'function' ? open.content() : open.content}</Tabs.Panel>
    </Tabs>
  )
}
