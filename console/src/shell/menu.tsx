// The menu: the pages that the user may open, in groups, with a box to find a page by name or a record by what it is known by.

import { Kbd, ScrollArea, TextInput } from '@mantine/core'
import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ConsolePage, MenuGroup } from '../pages/console-page.ts'
import { findPages } from './find-page.ts'
import { FoundPages } from './found-pages.tsx'
import { FoundRecords } from './found-records.tsx'
import { MenuEntry, MenuGroupEntries } from './menu-group.tsx'
import { nearestPage, usePermittedPages } from './permitted-pages.ts'

const GROUPS: readonly MenuGroup[] = [
  'Overview',
  'Money',
  'Customers',
  'Lending',
  'Digital banking',
  'Institutions',
  'Access',
  'Platform',
  'Sandbox',
]

/** A menu that fits on the screen anyway begins with every group open; a longer one with the daily work. */
const SHORT_MENU = 12

const IS_MAC = /mac|iphone|ipad/i.test(navigator.userAgent)

export interface MenuProps {
  /** On small screens the menu covers the page: shows it. */
  onShow(): void
  onHide(): void
}

export function Menu({ onShow, onHide }: MenuProps) {
  const pages = usePermittedPages()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [text, setText] = useState('')
  /** The text for which Enter was pressed before its records were found. */
  const [wanted, setWanted] = useState<string>()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const entries = pages.filter(({ menu }) => menu !== undefined)
  const here = nearestPage(entries, pathname)
  const found = findPages(pages, text)

  useSearchKey(box, onShow)

  // The menu can be longer than the screen: the entry of an address that was typed or linked may lie below it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the user is decides, although it is read from the page
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [here])

  function leave() {
    setText('')
    setWanted(undefined)
    onHide()
    // The entry that had the focus is gone.
    document.getElementById('page')?.focus({ preventScroll: true })
  }

  function onBoxKey(event: KeyboardEvent) {
    const [first] = found
    if (event.key === 'Escape') {
      event.preventDefault()
      if (text === '') leave()
      else setText('')
    } else if (event.key === 'Enter' && first !== undefined) {
      void navigate({ to: first.page.path })
      leave()
    } else if (event.key === 'Enter' && text.trim() !== '') {
      // No page has this name: the first record that answers the text, which may still be on its way.
      setWanted(text)
    } else if (event.key === 'ArrowDown' && text.trim() !== '') {
      event.preventDefault()
      list.current?.querySelector('a')?.focus()
    }
  }

  return (
    <>
      <TextInput
        ref={box}
        type="search"
        aria-label="Find a page or record"
        aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
        placeholder="Page or record"
        size="sm"
        m="sm"
        mb={4}
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={text === '' ? <Kbd size="xs">{IS_MAC ? '⌘K' : 'Ctrl K'}</Kbd> : undefined}
        rightSectionWidth={IS_MAC ? 44 : 58}
        rightSectionPointerEvents="none"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setWanted(undefined)
        }}
        onKeyDown={onBoxKey}
      />
      <ScrollArea viewportRef={list} px="sm" py={4} type="hover" flex={1}>
        {text.trim() !== '' ? (
          <>
            <FoundPages found={found} onOpen={leave} />
            <FoundRecords
              text={text}
              isWanted={text === wanted}
              pages={pages}
              arePagesFound={found.length > 0}
              onOpen={leave}
            />
          </>
        ) : (
          <MenuGroups entries={entries} here={here} />
        )}
      </ScrollArea>
    </>
  )
}

/** Leads from anywhere on the page to the box. */
function useSearchKey(box: RefObject<HTMLInputElement | null>, onShow: () => void) {
  const focusBox = () => {
    // A dialog keeps the focus until it is answered.
    if (document.querySelector('[aria-modal="true"]') !== null) return
    // A hidden box takes no focus.
    flushSync(onShow)
    box.current?.focus({ preventScroll: true })
    box.current?.select()
  }
  // Also while a field of the page has the focus.
  useHotkeys([['mod+K', focusBox]], [])
}

interface MenuGroupsProps {
  readonly entries: readonly ConsolePage[]
  readonly here: ConsolePage | undefined
}

function MenuGroups({ entries, here }: MenuGroupsProps) {
  const [opened, setOpened] = useOpenedGroups()
  return GROUPS.map((group) => {
    const members = entries.filter(({ menu }) => menu?.group === group)
    const [only] = members
    if (only === undefined) return null
    // A heading over one entry says nothing more than the entry.
    if (members.length === 1) return <MenuEntry key={group} page={only} isHere={only === here} />
    const isOpen = opened[group] ?? (group === 'Money' || entries.length <= SHORT_MENU)
    return (
      <MenuGroupEntries
        key={group}
        name={group}
        pages={members}
        here={here}
        isOpen={isOpen}
        onToggle={() => setOpened({ ...opened, [group]: !isOpen })}
      />
    )
  })
}

type OpenedGroups = Readonly<Partial<Record<MenuGroup, boolean>>>

/** Kept in the browser. */
function useOpenedGroups() {
  return useLocalStorage<OpenedGroups>({
    key: 'tillgate-menu',
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: openedGroupsOf,
  })
}

function openedGroupsOf(stored: string | undefined): OpenedGroups {
  try {
    const value: unknown = JSON.parse(stored ?? '')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, isOpen]) => typeof isOpen === 'boolean'))
  } catch {
    return {}
  }
}
