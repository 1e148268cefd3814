// The form of an institution, step by step. What is typed in any step stays until it is saved, wherever one goes between.

import { Alert, Button, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { GatewayError } from '../../../api/gateway-error.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { VersionConflict } from '../../../kit/form/version-conflict.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { useUrlState } from '../../../kit/page/url-state.ts'
import { type Institution, isNew, loadInstitution } from '../institution.ts'
import { CardsStep } from './cards-step.tsx'
import { ContactsStep } from './contacts-step.tsx'
import { IdentityStep } from './identity-step.tsx'
import { changeOf, type InstitutionValues, valuesOf } from './institution-values.ts'
import { ReviewStep } from './review-step.tsx'
import { ServicesStep } from './services-step.tsx'
import { WizardProgress } from './wizard-progress.tsx'
import { conflictAtField, STEPS, type StepKey, stepOfField } from './wizard-steps.ts'

export interface InstitutionEditorProps {
  readonly institution: Institution
  onSaved(saved: Institution): void
}

const DESCRIPTIONS: Readonly<Record<StepKey, string>> = {
  identity: 'Who it is, and in which currency and time zone it keeps its books.',
  contacts: 'Whom to turn to, and where it is.',
  services: 'What its customers can do, and how much of it.',
  cards: 'The numbers under which cards and payments reach it.',
  review: 'What is saved now. Go back to any step to change it.',
}

export function InstitutionEditor({ institution, onSaved }: InstitutionEditorProps) {
  const [record, setRecord] = useState(institution)
  const [url, changeUrl] = useUrlState()
  const navigate = useNavigate()
  const at = Math.max(
    0,
    STEPS.findIndex(({ key }) => key === url.step),
  )
  const step = STEPS[at]?.key ?? 'identity'
  const goTo = (next: StepKey) => changeUrl({ step: next })
  const leave = () => void navigate({ to: `/institutions/${record.id}` })
  /** Where a save that succeeds leads. */
  const afterSave = useRef<'next' | 'leave'>('next')

  const state = useRecordForm<InstitutionValues, Institution>({
    initialValues: valuesOf(institution),
    submit: async (values) => {
      try {
        return await saved(record, values)
      } catch (refusal) {
        const error = conflictAtField(refusal)
        const other = firstStepIn(error, step)
        if (other !== undefined) goTo(other)
        throw error
      }
    },
    invalidates: [
      ['institutions', 'list'],
      ['institutions', 'readiness'],
      ['institutions', 'history'],
    ],
    onSaved: (now) => {
      const isChanged = now.version !== record.version
      setRecord(now)
      onSaved(now)
      state.form.setValues(valuesOf(now))
      state.form.resetDirty()
      const next = STEPS[at + 1]
      if (afterSave.current === 'next' && next !== undefined) {
        // The next step says enough; a notification would lie over its buttons.
        goTo(next.key)
        return
      }
      if (isChanged) notifications.show({ message: `${now.displayName} is saved.`, color: 'green' })
      leave()
    },
  })
  const { form } = state
  const unsaved = STEPS.filter(({ fields }) =>
    Object.keys(changeOf(form.values, record)).some((name) => fields.includes(name)),
  )
  const isLast = step === 'review'
  const submitThen = (then: 'next' | 'leave') => {
    afterSave.current = then
    state.submit()
  }

  return (
    <Stack gap="lg">
      <WizardProgress active={step} errors={form.errors} onChoose={goTo} />
      <Section title={STEPS[at]?.title} description={DESCRIPTIONS[step]}>
        <RecordForm
          state={{ ...state, submit: () => submitThen('next') }}
          submitLabel={isLast ? (unsaved.length === 0 ? 'Done' : 'Save and finish') : 'Save and continue'}
          conflict={
            <VersionConflict
              before={valuesOf(record)}
              mine={form.values}
              load={() => loadInstitution(record.id)}
              valuesOf={valuesOf}
              onTake={(read, values) => {
                setRecord(read)
                form.setValues(values)
                state.clearError()
              }}
            />
          }
          moreButtons={
            <>
              {at > 0 && (
                <Button variant="subtle" onClick={() => goTo(STEPS[at - 1]?.key ?? 'identity')}>
                  Back
                </Button>
              )}
              {!isLast && (
                <Button variant="default" onClick={() => submitThen('leave')} disabled={state.isSaving}>
                  {isNew(record.status) ? 'Save and continue later' : 'Save and close'}
                </Button>
              )}
            </>
          }
        >
          <StepFields step={step} form={form} record={record} unsaved={unsaved} onEdit={goTo} />
        </RecordForm>
      </Section>
    </Stack>
  )
}

/** Only what is changed is sent; without a change nothing is. */
async function saved(record: Institution, values: InstitutionValues): Promise<Institution> {
  const change = changeOf(values, record)
  if (Object.keys(change).length === 0) return record
  return ask(admin.updateInstitution({ id: record.id }, { version: record.version, ...change }))
}

/** A field of another step can be wrong because of this one: its limits cannot be in the new currency. */
function firstStepIn(error: unknown, present: StepKey): StepKey | undefined {
  const steps = error instanceof GatewayError ? error.fields.map(({ path }) => stepOfField(path)) : []
  const [first] = steps.filter((found) => found !== undefined)
  return steps.includes(present) ? undefined : first
}

interface StepFieldsProps {
  readonly step: StepKey
  readonly form: UseFormReturnType<InstitutionValues>
  readonly record: Institution
  readonly unsaved: typeof STEPS
  onEdit(step: StepKey): void
}

function StepFields({ step, form, record, unsaved, onEdit }: StepFieldsProps) {
  return (
    <>
      {record.status === 'REJECTED' && (
        <Alert color="yellow" title="It was rejected">
          <Text size="sm">{record.statusReason}. With the first change it becomes a draft again.</Text>
        </Alert>
      )}
      {step === 'identity' && <IdentityStep form={form} isCurrencyFixed={!isNew(record.status)} />}
      {step === 'contacts' && <ContactsStep form={form} />}
      {step === 'services' && <ServicesStep form={form} />}
      {step === 'cards' && <CardsStep form={form} />}
      {step === 'review' && <ReviewStep institution={record} unsaved={unsaved} onEdit={onEdit} />}
    </>
  )
}
