// The list of a resource, declared once: as a page of its own, and as a part of the page of an institution.

import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ModuleId, ScopeNeeded } from '../../session/entitlements.ts'
import { sourceOf, word } from '../../texts/translate.ts'
import { Allowed } from '../page/allowed.tsx'
import { LinkButton } from '../page/link-button.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { useUrlState } from '../page/url-state.ts'
import { AddButton } from './add-button.tsx'
import { type Column, RecordList, type RecordListProps } from './record-list.tsx'

export interface ResourceListing<Row>
  extends Omit<RecordListProps<Row>, 'label' | 'queryKey' | 'rowKey' | 'rowTo' | 'urlPrefix'> {
  readonly title: string
  readonly description: ReactNode
  /** `biller`: the button says "New biller". */
  readonly noun: string
  /** The address of the list; those of its records and of a new one are below it. */
  readonly path: `/${string}`
  readonly module: ModuleId
  /** Making one is closed to users of a narrower scope. */
  readonly scope?: ScopeNeeded
  /** The first part of the keys in the cache. */
  readonly cacheKey: string
}

/** The institution of a record; left out where the whole list is of one. */
export function institutionColumn<Row extends { institutionId: string }>(
  render: (row: Row) => ReactNode,
  width: number,
): Column<Row> {
  return { title: INSTITUTION, sort: 'institutionId', render, width }
}

const INSTITUTION = 'Institution'

export function ResourceListPage<Row extends { id: string }>(props: ResourceListing<Row>) {
  const { title, description, noun, path, module, scope, cacheKey, ...list } = props
  const [{ institutionId }] = useUrlState()
  return (
    <PageFrame
      title={title}
      description={description}
      actions={
        <Allowed module={module} action="CREATE" {...(scope !== undefined && { scope })}>
          <LinkButton to={`${path}/new`} search={{ institutionId }} leftSection={<IconPlus size={16} />}>
            {word(`New ${sourceOf(noun)}`)}
          </LinkButton>
        </Allowed>
      }
    >
      <RecordList
        {...list}
        label={title}
        queryKey={[cacheKey, 'list', '']}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `${path}/${id}`}
      />
    </PageFrame>
  )
}

interface InstitutionPart<Row> {
  readonly of: ResourceListing<Row>
  readonly institutionId: string
  /** On the button that adds one. */
  readonly add: string
  /** Put before its names in the address: several lists share the page. */
  readonly urlPrefix: string
}

/** The records of one institution, without filters, and a button that adds one. */
export function ListOfInstitution<Row extends { id: string }>(props: InstitutionPart<Row>) {
  const { of, institutionId, add, urlPrefix } = props
  const { title, path, module, cacheKey, columns, load, empty } = of
  return (
    <Stack gap="sm">
      <AddButton module={module} to={`${path}/new`} institutionId={institutionId} label={add} />
      <RecordList
        label={title}
        urlPrefix={urlPrefix}
        queryKey={[cacheKey, 'list', institutionId]}
        load={(request) => load({ ...request, filters: { institutionId } })}
        columns={columns.filter((column) => column.title !== INSTITUTION)}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `${path}/${id}`}
        empty={empty}
      />
    </Stack>
  )
}
