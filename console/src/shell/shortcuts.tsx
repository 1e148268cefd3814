// The shortcuts of the keyboard, for those who work in the console all day: `?` lists them. They work wherever no text is being
// typed and no dialog is open, and do what a button or link of the page does: who may not do it finds no such button.

import { Kbd, Modal, Table, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePermittedPages } from './permitted-pages.ts'

/** After G. */
const PLACES: Readonly<Record<string, string>> = {
  d: '/dashboard',
  t: '/transactions',
  e: '/exceptions',
  a: '/change-requests',
  b: '/business-days',
  h: '/health',
  w: '/webhooks',
  u: '/users',
  l: '/audit',
}

/** How long G waits for the letter of a place. */
const PLACE_MS = 1500

const FIRST_FILTER = '#page [role="search"] input:not([type="hidden"])'
const ROW_LINKS = '#page table.list tbody :is(td:first-of-type, td.row-tick + td) > a'

/** What a key does at once. */
const DEEDS: Readonly<Record<string, () => HTMLElement | undefined>> = {
  '/': () => focus(FIRST_FILTER),
  n: () => press('#page [aria-keyshortcuts="N"]'),
  e: () => press('#page [aria-keyshortcuts="E"]'),
  ArrowDown: () => toRow(1),
  ArrowUp: () => toRow(-1),
}

export function Shortcuts({ isOpen, onOpen, onClose }: { isOpen: boolean; onOpen(): void; onClose(): void }) {
  const navigate = useNavigate()
  const pages = usePermittedPages()
  const places = Object.entries(PLACES).flatMap(([key, path]) => {
    const page = pages.find((permitted) => permitted.path === path)
    return page === undefined ? [] : [{ key, path, title: page.title }]
  })
  const goSince = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTakenElsewhere(event)) return
      const isAfterGo = event.timeStamp - goSince.current < PLACE_MS
      goSince.current = Number.NEGATIVE_INFINITY
      const place = isAfterGo ? places.find(({ key }) => key === event.key) : undefined
      if (place !== undefined) void navigate({ to: place.path })
      else if (event.key === 'g') goSince.current = event.timeStamp
      else if (event.key === '?') onOpen()
      else if (DEEDS[event.key]?.() === undefined) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  return (
    <Modal opened={isOpen} onClose={onClose} title="Shortcuts of the keyboard">
      <Table aria-label="Shortcuts of the keyboard">
        <Table.Tbody>
          <Row keys={['?']}>This list</Row>
          <Row keys={['Ctrl', 'K']}>Find a page or record</Row>
          <Row keys={['/']}>To the filters of the list</Row>
          <Row keys={['↓', '↑']}>Through the rows of the list; Enter opens one</Row>
          <Row keys={['N']}>New record</Row>
          <Row keys={['E']}>Edit the record</Row>
          {places.map(({ key, title }) => (
            <Row key={key} keys={['G', key.toUpperCase()]}>
              {title}
            </Row>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

function Row({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <Table.Tr>
      <Table.Td w={110}>
        {keys.map((key) => (
          <Kbd key={key} mr={4}>
            {key}
          </Kbd>
        ))}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{children}</Text>
      </Table.Td>
    </Table.Tr>
  )
}

/** Text is being typed, a choice or menu has the arrow keys, or a dialog waits for its answer. */
function isTakenElsewhere({ target }: KeyboardEvent): boolean {
  if (document.querySelector('[aria-modal="true"]') !== null) return true
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [role="tablist"], nav') !== null
  )
}

function focus(selector: string): HTMLElement | undefined {
  const found = document.querySelector<HTMLElement>(selector) ?? undefined
  found?.focus()
  return found
}

function press(selector: string): HTMLElement | undefined {
  const found = document.querySelector<HTMLElement>(selector) ?? undefined
  found?.click()
  return found
}

/** From the row that has the focus to the next; the first or last row where none has it. At either end the page scrolls. */
function toRow(step: 1 | -1): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLElement>(ROW_LINKS)]
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  if (at === -1 && document.activeElement !== document.body && document.activeElement?.id !== 'page') return undefined
  const next = links.at(at === -1 ? (step === 1 ? 0 : -1) : at + step)
  if (next === undefined || at + step === -1) return undefined
  next.focus()
  return next
}
