// Copies properties from one environment to another: choose, look at what would change, then do it.

import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { formatCount } from '../../kit/show/format.ts'
import { InstitutionInput } from './institution-input.tsx'
import { PromotedChanges } from './promoted-changes.tsx'
import { propertiesAt } from './promotion.ts'
import { PropertyChoice } from './property-choice.tsx'
import {
  ALL_APPLICATIONS,
  applicationWord,
  ENVIRONMENTS,
  type Environment,
  environmentOf,
  environmentWord,
} from './property-words.ts'
import { usePlace } from './use-place.ts'

type Request = onboarding.PromoteApplicationPropertiesRequest

const MAX_KEYS = 200

export default function PromotePropertiesPage() {
  const [url] = useUrlState()
  const from = environmentOf(url.from) ?? 'qa'
  const to = environmentOf(url.to) ?? 'uat'
  const { application = ALL_APPLICATIONS, institutionId } = usePlace()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const sources = useQuery({
    queryKey: ['properties', 'promotable', from, application, institutionId],
    queryFn: () => propertiesAt(from, { application, institutionId }),
  })
  const keys = chosen.filter((key) => sources.data?.some((property) => property.key === key))
  const request: Request = {
    from,
    to,
    keys,
    application,
    institutionId: institutionId ?? null,
  }
  return (
    <PageFrame
      title="Promote properties"
      trail={[['Application properties', '/properties']]}
      description="Copies values from one environment to another, all of them or none. What is secret stays secret; properties that exist there stay switched on or off as they are."
    >
      <PlaceChoice from={from} to={to} />
      <Section
        title="2. Which properties"
        description={`Of ${environmentWord(from)}, ${applicationWord(application)}, ${institutionId ?? 'all institutions'}.`}
      >
        <Loaded query={sources}>
          {(properties) => <PropertyChoice properties={properties} chosen={keys} onChange={setChosen} />}
        </Loaded>
      </Section>
      <WhatWouldChange request={request} />
    </PageFrame>
  )
}

function PlaceChoice({ from, to }: { from: Environment; to: Environment }) {
  const [, changeUrl] = useUrlState()
  const { typed, type } = usePlace()
  return (
    <Section title="1. From where to where">
      <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }}>
        <Select
          label="From"
          data={[...ENVIRONMENTS]}
          allowDeselect={false}
          value={from}
          onChange={(value) => changeUrl({ from: value ?? undefined })}
        />
        <Select
          label="To"
          data={[...ENVIRONMENTS]}
          allowDeselect={false}
          value={to}
          error={from === to ? 'Must be another environment' : undefined}
          onChange={(value) => changeUrl({ to: value ?? undefined })}
        />
        <TextInput
          label="Application"
          placeholder="* (those for all)"
          value={typed.application}
          onChange={(event) => type({ application: event.currentTarget.value })}
        />
        <InstitutionInput
          description={null}
          placeholder="Those for all"
          value={typed.institutionId}
          onChange={(value) => type({ institutionId: value })}
        />
      </SimpleGrid>
    </Section>
  )
}

function WhatWouldChange({ request }: { request: Request }) {
  const { from, to, keys } = request
  const dryRun = useMutation({
    mutationFn: (asked: Request) => ask(admin.promoteApplicationProperties({ ...asked, dryRun: true })),
  })
  // What the dry run says holds only for what it was asked.
  const isCurrent = JSON.stringify(dryRun.variables) === JSON.stringify(request)
  const shown = isCurrent ? dryRun.data : undefined
  const counted = shown?.changes.filter(({ action }) => action !== 'UNCHANGED').length ?? 0
  const target = environmentWord(to)
  return (
    <Section
      title="3. What would change"
      description={`Nothing is changed in ${target} until you promote.`}
      actions={
        <Button
          variant="default"
          disabled={keys.length === 0 || keys.length > MAX_KEYS || from === to}
          loading={dryRun.isPending}
          onClick={() => dryRun.mutate(request)}
        >
          Show the changes
        </Button>
      }
    >
      <Stack>
        {keys.length > MAX_KEYS && <Text size="sm">At most {MAX_KEYS} properties are promoted at a time.</Text>}
        {isCurrent && dryRun.isError && <ErrorNotice error={dryRun.error} />}
        {shown === undefined ? (
          <Text size="sm" c="dimmed">
            {dryRun.data !== undefined && !isCurrent
              ? 'Your choice has changed since: show the changes again.'
              : 'Choose properties, then show the changes.'}
          </Text>
        ) : (
          <>
            <PromotedChanges promotion={shown} />
            {counted === 0 ? (
              <Text size="sm">Everything is the same in {target} already: there is nothing to promote.</Text>
            ) : (
              <PromoteButton request={request} counted={counted} onDone={() => dryRun.mutate(request)} />
            )}
          </>
        )}
      </Stack>
    </Section>
  )
}

interface PromoteButtonProps {
  readonly request: Request
  /** How many properties change. */
  readonly counted: number
  /** Asked again, everything is the same: that is how it can be seen. */
  onDone(): void
}

function PromoteButton({ request, counted, onDone }: PromoteButtonProps) {
  const target = environmentWord(request.to)
  return (
    <Group justify="flex-end">
      <ActionButton
        label={
          counted === 1
            ? `Promote one property to ${target}`
            : `Promote ${formatCount(counted)} properties to ${target}`
        }
        variant="filled"
        confirm={{
          title: `Promote to ${target}?`,
          message: `${formatCount(counted)} ${counted === 1 ? 'property changes' : 'properties change'} in ${target}, at once and on every node. Each change is a version that can be rolled back.`,
          label: 'Promote',
        }}
        run={() => ask(admin.promoteApplicationProperties(request))}
        invalidates={[['properties']]}
        done={`${target} has the values of ${environmentWord(request.from)}.`}
        onDone={onDone}
      />
    </Group>
  )
}
