// The form of a resource, declared once: the page of a new record and the page that changes one.

import { Text } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useUser } from '../../session/session.ts'
import type { CurrentUser } from '../../session/session-store.ts'
import { PageFrame } from '../page/page-frame.tsx'
import { usePathParameter } from '../page/path-parameter.ts'
import { Section } from '../page/section.tsx'
import { type UrlValues, useUrlState } from '../page/url-state.ts'
import { SecretOnce, type ShownOnce } from '../show/secret-once.tsx'
import { StatusBadge } from '../show/values.tsx'
import { EditRecordPage } from './edit-record-page.tsx'
import { RecordForm, type RecordFormOptions, useRecordForm } from './record-form.tsx'
import { VersionConflict } from './version-conflict.tsx'

export interface ResourceForm<Values extends Record<string, unknown>, Item extends { id: string }>
  extends Pick<RecordFormOptions<Values, Item>, 'fieldNames' | 'fieldOf'> {
  /** The list above: `['Billers', '/billers']`. */
  readonly list: readonly [label: string, to: `/${string}`]
  /** The first part of the keys in the cache. */
  readonly cacheKey: string
  /** Further keys to read again after saving. */
  readonly alsoInvalidates?: readonly string[]
  readonly newPage: { readonly title: string; readonly description?: string; readonly submit: string }
  readonly editDescription?: string
  /** The address may name some of them, as the institution. */
  newValues(named: UrlValues, user: CurrentUser): Values
  valuesOf(record: Item): Values
  load(id: string): Promise<Item>
  create(values: Values): Promise<Item>
  change(record: Item, values: Values): Promise<Item>
  /** Only what saves a round trip; the gateway checks everything. */
  validate?(values: Values, record?: Item): FormErrors
  nameOf(record: Item): string
  statusOf?(record: Item): string
  /** Said after saving. */
  savedText(saved: Item, isNew: boolean): string
  /** What the answer to `create` has that no later one has; shown in a dialog before the record's page. */
  secretOf?(saved: Item): ShownOnce | undefined
  /** Why a record cannot be changed; shown in place of the form. */
  whyFixed?(record: Item): string | undefined
  /** The fields; without a record those of a new one. */
  readonly Fields: ComponentType<FieldsProps<Values, Item>>
  /** The fields bring sections of their own; otherwise the form is one. */
  readonly hasSections?: boolean
}

export interface FieldsProps<Values, Item> {
  readonly form: UseFormReturnType<Values>
  readonly record?: Item
}

/** The two pages of a form. */
export function formPages<Values extends Record<string, unknown>, Item extends { id: string }>(
  of: ResourceForm<Values, Item>,
): { readonly NewPage: ComponentType; readonly EditPage: ComponentType } {
  return { NewPage: () => <NewRecordPage of={of} />, EditPage: () => <EditPageOf of={of} /> }
}

function NewRecordPage<Values extends Record<string, unknown>, Item extends { id: string }>({
  of,
}: {
  of: ResourceForm<Values, Item>
}) {
  const navigate = useNavigate()
  const [named] = useUrlState()
  const user = useUser()
  const [initialValues] = useState(() => of.newValues(named, user))
  const [, path] = of.list
  const [made, setMade] = useState<{ readonly saved: Item; readonly secret: ShownOnce }>()
  const leave = (saved: Item) => {
    notifications.show({ message: of.savedText(saved, true), color: 'green' })
    void navigate({ to: `${path}/${saved.id}`, replace: true })
  }
  return (
    <PageFrame title={of.newPage.title} trail={[of.list]} description={of.newPage.description}>
      <Boxed isBoxed={of.hasSections !== true}>
        <Form
          of={of}
          initialValues={initialValues}
          submitLabel={of.newPage.submit}
          submit={(values) => of.create(values)}
          onSaved={(saved) => {
            const secret = of.secretOf?.(saved)
            if (secret === undefined) leave(saved)
            else setMade({ saved, secret })
          }}
          onCancel={() => void navigate({ to: path, search: { institutionId: named.institutionId } as never })}
        />
      </Boxed>
      <SecretOnce
        title={of.newPage.title}
        {...made?.secret}
        secrets={made?.secret.secrets}
        onClose={() => made !== undefined && leave(made.saved)}
      />
    </PageFrame>
  )
}

function EditPageOf<Values extends Record<string, unknown>, Item extends { id: string }>({
  of,
}: {
  of: ResourceForm<Values, Item>
}) {
  const id = usePathParameter('id')
  const { statusOf } = of
  return (
    <EditRecordPage
      list={of.list}
      id={id}
      queryKey={[of.cacheKey, id]}
      load={() => of.load(id)}
      nameOf={(record) => of.nameOf(record)}
      {...(statusOf !== undefined && { badgeOf: (record: Item) => <StatusBadge status={statusOf(record)} /> })}
      {...(of.editDescription !== undefined && { description: of.editDescription })}
    >
      {(record, edit) => {
        const fixed = of.whyFixed?.(record)
        if (fixed !== undefined) {
          return (
            <Section>
              <Text size="sm">{fixed}</Text>
            </Section>
          )
        }
        return (
          <Boxed isBoxed={of.hasSections !== true}>
            <Form
              of={of}
              record={record}
              initialValues={of.valuesOf(record)}
              submitLabel="Save"
              submit={(values, present) => of.change(present ?? record, values)}
              onSaved={(saved) => edit.leave(of.savedText(saved, false))}
              onCancel={() => edit.leave()}
            />
          </Boxed>
        )
      }}
    </EditRecordPage>
  )
}

interface FormProps<Values extends Record<string, unknown>, Item extends { id: string }> {
  readonly of: ResourceForm<Values, Item>
  readonly record?: Item
  readonly initialValues: Values
  readonly submitLabel: string
  /** `present` is the record as it was after a conflict. */
  submit(values: Values, present: Item | undefined): Promise<Item>
  onSaved(saved: Item): void
  onCancel(): void
}

function Form<Values extends Record<string, unknown>, Item extends { id: string }>(props: FormProps<Values, Item>) {
  const { of, record, initialValues, submitLabel, submit, onSaved, onCancel } = props
  const { fieldNames, fieldOf, Fields } = of
  // After a conflict the form goes on with the record as it is now.
  const [present, setPresent] = useState<Item>()
  const state = useRecordForm<Values, Item>({
    initialValues,
    submit: (values) => submit(values, present),
    onSaved,
    invalidates: [of.cacheKey, ...(of.alsoInvalidates ?? [])].map((key) => [key]),
    validate: (values) => of.validate?.(values, record) ?? {},
    ...(fieldNames !== undefined && { fieldNames }),
    ...(fieldOf !== undefined && { fieldOf }),
  })
  return (
    <RecordForm
      state={state}
      submitLabel={submitLabel}
      onCancel={onCancel}
      {...(record !== undefined && {
        conflict: (
          <VersionConflict
            before={present === undefined ? initialValues : of.valuesOf(present)}
            mine={state.form.values}
            load={() => of.load(record.id)}
            valuesOf={(read) => of.valuesOf(read)}
            onTake={(read, values) => {
              setPresent(read)
              state.form.setValues(values)
              state.clearError()
            }}
          />
        ),
      })}
    >
      <Fields form={state.form} {...(record !== undefined && { record })} />
    </RecordForm>
  )
}

function Boxed({ isBoxed, children }: { isBoxed: boolean; children: ReactNode }) {
  return isBoxed ? <Section>{children}</Section> : children
}
