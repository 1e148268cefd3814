// Beside the ATM: every request and answer of this session, newest first, with what the ATM did and why.

import { Button, ScrollArea, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../../kit/page/section.tsx'
import { atm, useAtm } from '../the-atm.ts'
import { ExchangeView } from './exchange-view.tsx'
import { ForwardQueue } from './forward-queue.tsx'
import { NoteView } from './note-view.tsx'
import './panel.css'

export function TalkPanel() {
  const { journal } = useAtm()
  const newest = journal.find(({ kind }) => kind === 'exchange')?.id
  // The newest request is open unless the user closed it; others are closed unless opened.
  const [toggled, setToggled] = useState<Readonly<Record<number, boolean>>>({})
  return (
    <div className="atm-talk">
      <Section
        title="Requests and answers"
        description="Real traffic, newest first."
        actions={
          journal.length > 0 && (
            <Button size="xs" variant="subtle" onClick={() => atm.clearJournal()}>
              Clear
            </Button>
          )
        }
      >
        <Stack gap="sm">
          <ForwardQueue />
          {journal.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing yet. Insert a card: the ATM then retrieves its preferences and looks up its accounts.
            </Text>
          ) : (
            <ScrollArea.Autosize
              mah="calc(100vh - 160px)"
              type="auto"
              offsetScrollbars
              viewportProps={{ tabIndex: 0, role: 'log', 'aria-label': 'Journal', 'aria-live': 'off' }}
            >
              <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
                {journal.map((entry) => (
                  <li key={entry.id}>
                    {entry.kind === 'note' ? (
                      <NoteView note={entry} />
                    ) : (
                      <ExchangeView
                        exchange={entry}
                        isOpen={toggled[entry.id] ?? entry.id === newest}
                        onToggle={(isOpen) => setToggled({ ...toggled, [entry.id]: isOpen })}
                      />
                    )}
                  </li>
                ))}
              </Stack>
            </ScrollArea.Autosize>
          )}
        </Stack>
      </Section>
    </div>
  )
}
