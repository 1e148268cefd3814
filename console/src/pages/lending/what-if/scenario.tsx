// A form whose answer is what would happen, then the question whether to do it. What is done is exactly what was shown.

import { Alert, Group, Stack } from '@mantine/core'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { type ReactNode, useRef, useState } from 'react'
import { ActionButton } from '../../../kit/actions/action-button.tsx'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { useUrlState } from '../../../kit/page/url-state.ts'
import { lendingKey } from '../lending-frame.tsx'
import type { Loan } from '../loans/loan-states.ts'
import { BeforeAfter } from './before-after.tsx'
import { useDraft, useKeepDraft } from './drafts.tsx'
import type { Outcome } from './outcome.ts'

export interface ScenarioFormProps<Values extends Record<string, unknown>, Body> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly partnerId: string
  readonly loan: Loan
  readonly initialValues: Values
  validate?(values: Values): FormErrors
  readonly fieldNames?: Readonly<Record<string, string>>
  fields(form: UseFormReturnType<Values>): ReactNode
  bodyOf(values: Values): Body
  preview(body: Body): Promise<Outcome>
  perform(body: Body, idempotencyKey: string): Promise<unknown>
  /** On the button that does it. */
  readonly doLabel: string
  /** Asked before it is done. */
  question(body: Body): ReactNode
  readonly done: string
}

interface Draft<Values, Body> {
  readonly values: Values
  readonly shown: { readonly body: Body; readonly outcome: Outcome } | undefined
}

export function ScenarioForm<Values extends Record<string, unknown>, Body>(props: ScenarioFormProps<Values, Body>) {
  const { partnerId, loan, bodyOf, fieldNames } = props
  const kept = useDraft<Draft<Values, Body>>(props.name)
  const [shown, setShown] = useState(kept?.shown)
  const [, change] = useUrlState()
  const result = useRef<HTMLDivElement>(null)
  const once = useOnce(`${props.name}-${loan.loanId}`)
  const state = useRecordForm<Values, { body: Body; outcome: Outcome }>({
    initialValues: kept?.values ?? props.initialValues,
    isInquiry: true,
    ...(props.validate !== undefined && { validate: props.validate }),
    ...(fieldNames !== undefined && { fieldNames }),
    submit: async (values) => {
      const body = bodyOf(values)
      return { body, outcome: await props.preview(body) }
    },
    onSaved: (next) => {
      setShown(next)
      window.setTimeout(() => result.current?.scrollIntoView({ block: 'nearest' }))
    },
  })
  useKeepDraft<Draft<Values, Body>>(props.name, { values: state.form.values, shown })
  const isCurrent = shown !== undefined && JSON.stringify(bodyOf(state.form.values)) === JSON.stringify(shown.body)
  return (
    <Stack gap="lg">
      <Section title={props.title} description={props.description}>
        <RecordForm state={state} submitLabel="Show what would happen">
          {props.fields(state.form)}
        </RecordForm>
      </Section>
      {shown !== undefined && (
        <div ref={result}>
          <Section
            title="What would happen"
            actions={
              <Group gap="sm">
                <ActionButton
                  label={props.doLabel}
                  variant="filled"
                  disabled={!isCurrent}
                  confirm={{ title: props.doLabel, message: props.question(shown.body) }}
                  run={() => once((key) => props.perform(shown.body, key))}
                  invalidates={[lendingKey(partnerId)]}
                  done={props.done}
                  onDone={() => {
                    setShown(undefined)
                    state.form.setValues(props.initialValues)
                    change({ tab: 'schedule', what: undefined })
                  }}
                />
              </Group>
            }
          >
            <Stack gap="lg">
              {!isCurrent && (
                <Alert color="yellow" role="note">
                  You have changed the form since. Show again what would happen before you do it.
                </Alert>
              )}
              <BeforeAfter outcome={shown.outcome} currency={loan.currency} />
            </Stack>
          </Section>
        </div>
      )}
    </Stack>
  )
}
