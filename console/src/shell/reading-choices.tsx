// The language of the console, and the time zone in which it shows times.

import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../api/ask.ts'
import { admin } from '../api/gateway.ts'
import { formatInstant } from '../kit/show/format.ts'
import { offsetName, zoneInWords } from '../kit/show/time-zone.ts'
import {
  browserZone,
  keepLanguage,
  keepZone,
  LANGUAGES,
  type Language,
  language,
  type ZoneChoice,
  zoneChoice,
} from '../reader.ts'
import { useMay } from '../session/entitlements.ts'

const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))

export function ReadingChoices({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Language and time zone">
      <Choices onClose={onClose} />
    </Modal>
  )
}

function Choices({ onClose }: { onClose(): void }) {
  const [spoken, setSpoken] = useState<Language>(language)
  const [zone, setZone] = useState<ZoneChoice>(zoneChoice)
  const institutions = useInstitutionZones()
  const now = new Date()
  const zones = [
    { value: 'browser', label: `This browser: ${zoneInWords(now, browserZone())}` },
    { value: 'utc', label: 'UTC' },
    ...institutions.map(({ institutionId, zone: of, name }) => ({
      value: institutionId,
      label: `${name}: ${zoneInWords(now, of)}`,
    })),
  ]
  return (
    <Stack>
      <Select
        label="Language"
        data={LANGUAGE_CHOICES}
        value={spoken}
        onChange={(next) => setSpoken(next as Language)}
        allowDeselect={false}
        data-autofocus
      />
      <Select
        label="Time zone"
        description="Of all times on the pages. Business dates are those of the institution and do not move."
        data={zones}
        value={zone.kind === 'institution' ? zone.institutionId : zone.kind}
        onChange={(next) => {
          const of = institutions.find(({ institutionId }) => institutionId === next)
          if (of !== undefined) setZone({ kind: 'institution', institutionId: of.institutionId, zone: of.zone })
          else setZone({ kind: next === 'utc' ? 'utc' : 'browser' })
        }}
        allowDeselect={false}
        searchable={zones.length > 8}
      />
      <Text size="sm" c="dimmed">
        Now it is {formatInstant(now.toISOString())} ({offsetName(now)}). Both choices are kept in this browser; the
        console is loaded again.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            keepLanguage(spoken)
            keepZone(zone)
            window.location.reload()
          }}
        >
          Save
        </Button>
      </Group>
    </Stack>
  )
}

interface InstitutionZone {
  readonly institutionId: string
  readonly zone: string
  readonly name: string
}

/** Those the user sees. The chosen one is always among them. */
function useInstitutionZones(): readonly InstitutionZone[] {
  const mayRead = useMay()('INSTITUTIONS', 'VIEW')
  const { data } = useQuery({
    queryKey: ['institutions', 'time-zones'],
    queryFn: () => ask(admin.listInstitutions({ size: 200 }, {})),
    enabled: mayRead,
    staleTime: 60_000,
  })
  const found = (data?.content ?? []).map(({ institutionId, displayName, timezone }) => ({
    institutionId,
    zone: timezone,
    name: displayName,
  }))
  if (zoneChoice.kind !== 'institution') return found
  const { institutionId, zone } = zoneChoice
  const isListed = found.some((one) => one.institutionId === institutionId)
  return isListed ? found : [...found, { institutionId, zone, name: institutionId }]
}
