// Tabs whose choice stands in the address: a link shows the same tab to whoever opens it.

import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUrlState } from './url-state.ts'

export interface UrlTab {
  readonly value: string
  readonly label: string
  readonly content: ReactNode
}

/** The first tab is shown by default, and not named in the address. */
export function UrlTabs({ label, tabs }: { label: string; tabs: readonly UrlTab[] }) {
  const [{ tab }, changeUrl] = useUrlState()
  const [first] = tabs
  const shown = tabs.some(({ value }) => value === tab) ? tab : first?.value
  return (
    <Tabs
      value={shown ?? null}
      onChange={(value) => changeUrl({ tab: value === first?.value ? undefined : (value ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List aria-label={label} mb="lg">
        {tabs.map(({ value, label: text }) => (
          <Tabs.Tab key={value} value={value}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
