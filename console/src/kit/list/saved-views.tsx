// Views of a list under a name: filters and a sort, the user's own or shared with the team.

import {
  ActionIcon,
  Button,
  Checkbox,
  Divider,
  Group,
  Loader,
  Popover,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconBookmark, IconTrash, IconUsers } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useMay } from '../../session/entitlements.ts'
import { useUser } from '../../session/session.ts'
import { ErrorNotice } from '../page/error-notice.tsx'
import type { UrlValues } from '../page/url-state.ts'
import { useListChoices, useListName } from './kept-choices.ts'
import { setFilters } from './view-choices.ts'
import { bringOver, isSameName, type SavedView, useViewChanges, useViews, valuesOf } from './view-queries.ts'

export interface SavedViewsProps {
  readonly urlPrefix: string
  /** The filters as they are set now. */
  readonly values: UrlValues
  /** The sort as it is now; undefined where it is the list's own. */
  readonly sort: string | undefined
  /** The names of the filters that the list has. */
  readonly known: readonly string[]
  /** Sets exactly these filters, and the sort. */
  onApply(values: UrlValues, sort: string | undefined): void
}

export function SavedViews(props: SavedViewsProps) {
  const [isOpen, menu] = useDisclosure(false)
  useBroughtOver(props.urlPrefix)
  return (
    <Popover opened={isOpen} onChange={menu.close} width={320} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconBookmark size={16} aria-hidden />} onClick={menu.toggle}>
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <ViewList {...props} onLeave={menu.close} />
      </Popover.Dropdown>
    </Popover>
  )
}

function ViewList({ urlPrefix, values, sort, known, onApply, onLeave }: SavedViewsProps & { onLeave(): void }) {
  const { id: userId } = useUser()
  const list = useListName(urlPrefix)
  const { data: views, error, refetch } = useViews(list, true)
  const { save, share, remove } = useViewChanges(list, userId)
  const own = views?.filter(({ ownerId }) => ownerId === userId) ?? []
  const others = views?.filter(({ ownerId }) => ownerId !== userId) ?? []
  const set = { filters: setFilters(values), sort }
  const isSet = set.filters.length > 0 || sort !== undefined
  const apply = (view: SavedView) => {
    onLeave()
    onApply(valuesOf(view, known), view.sort)
  }
  const failure = save.error ?? share.error ?? remove.error
  const isBusy = save.isPending || share.isPending || remove.isPending
  const rows = (some: readonly SavedView[]) =>
    some.map((view) => (
      <ViewRow
        key={view.id}
        view={view}
        isOwn={view.ownerId === userId}
        isBusy={isBusy}
        onApply={() => apply(view)}
        onShare={() => share.mutate(view)}
        onRemove={() => remove.mutate(view)}
      />
    ))
  return (
    <Stack gap="xs">
      {views === undefined && error === null && <Loader size="sm" aria-label="Loading" />}
      {views === undefined && error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {rows(own)}
      {others.length > 0 && (
        <Text size="xs" c="dimmed" fw={600}>
          Shared by others
        </Text>
      )}
      {rows(others)}
      {views?.length === 0 && !isSet && (
        <Text size="sm" c="dimmed">
          Set filters or a sort, then save them here under a name.
        </Text>
      )}
      {isSet && (
        <>
          {views !== undefined && views.length > 0 && <Divider />}
          <SaveForm
            own={own}
            isSaving={save.isPending}
            onSave={(name, isShared, onSaved) => save.mutate({ ...set, name, isShared }, { onSuccess: onSaved })}
          />
        </>
      )}
      {failure !== null && <ErrorNotice error={failure} />}
    </Stack>
  )
}

interface ViewRowProps {
  readonly view: SavedView
  readonly isOwn: boolean
  readonly isBusy: boolean
  onApply(): void
  onShare(): void
  onRemove(): void
}

function ViewRow({ view, isOwn, isBusy, onApply, onShare, onRemove }: ViewRowProps) {
  const may = useMay()
  const { name, isShared, createdBy } = view
  return (
    <Group gap={4} wrap="nowrap">
      <UnstyledButton className="choice" fz="sm" onClick={onApply}>
        {name}
        {!isOwn && (
          <Text size="xs" c="dimmed">
            {createdBy}
          </Text>
        )}
      </UnstyledButton>
      {(isOwn || may('USERS', 'UPDATE')) && (
        <ActionIcon
          {...(isShared ? { variant: 'light' } : { variant: 'subtle', color: 'gray' })}
          disabled={isBusy}
          aria-label={`Share the view ${name}`}
          aria-pressed={isShared}
          title={isShared ? 'Shared with your team' : 'Yours alone'}
          onClick={onShare}
        >
          <IconUsers size={15} />
        </ActionIcon>
      )}
      {(isOwn || may('USERS', 'DELETE')) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={isBusy}
          aria-label={`Remove the view ${name}`}
          onClick={onRemove}
        >
          <IconTrash size={15} />
        </ActionIcon>
      )}
    </Group>
  )
}

interface SaveFormProps {
  readonly own: readonly SavedView[]
  readonly isSaving: boolean
  onSave(name: string, isShared: boolean, onSaved: () => void): void
}

function SaveForm({ own, isSaving, onSave }: SaveFormProps) {
  const [name, setName] = useState('')
  const [shares, setShares] = useState<boolean>()
  const wanted = name.trim()
  const same = own.find((one) => isSameName(one.name, wanted))
  const isShared = shares ?? same?.isShared ?? false
  const save = () => {
    if (wanted === '' || isSaving) return
    onSave(wanted, isShared, () => {
      setName('')
      setShares(undefined)
    })
  }
  return (
    <>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <TextInput
          label="Save this view as"
          size="xs"
          flex={1}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
          }}
          data-autofocus
        />
        <Button size="xs" disabled={wanted === ''} loading={isSaving} onClick={save}>
          {same === undefined ? 'Save' : 'Replace'}
        </Button>
      </Group>
      <Checkbox
        size="xs"
        label="Share with my team"
        description="All users who work for what you work for: the platform, the institution or the sub-tenant."
        checked={isShared}
        onChange={({ currentTarget: { checked } }) => setShares(checked)}
      />
    </>
  )
}

/** Brings what this browser kept before to the gateway, once. What fails to be saved stays, and is tried at the next visit. */
function useBroughtOver(urlPrefix: string): void {
  const { id: userId } = useUser()
  const list = useListName(urlPrefix)
  const [{ saved }, keep] = useListChoices(urlPrefix)
  const begun = useRef('')
  useEffect(() => {
    if (saved.length === 0 || begun.current === list) return
    begun.current = list
    bringOver(list, userId, saved)
      .then(({ left, refused }) => {
        keep({ saved: left })
        for (const name of refused) {
          notifications.show({
            color: 'yellow',
            title: `The saved filter ${name} is gone`,
            message: 'The gateway does not keep its values, such as card numbers.',
          })
        }
      })
      // Not reached: the next visit tries again.
      .catch(() => {})
  }, [saved, list, userId, keep])
}
