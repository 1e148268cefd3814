// The form of an institution, step by step. What is typed in any step stays until it is saved, wherever one goes between.

import { Alert, Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { GatewayError } from '../../api/gateway-error.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { VersionConflict } from '../../kit/form/version-conflict.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { CardsStep } from './cards-step.tsx'
import { ContactsStep } from './contacts-step.tsx'
import { IdentityStep } from './identity-step.tsx'
import { type Institution, isNew, loadInstitution } from './institution.ts'
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

  async function save(values: InstitutionValues): Promise<Institution> {
    const change = changeOf(values, record)
    if (Object.keys(change).length === 0) return record
    try {
      return await ask(admin.updateInstitution({ id: record.id }, { version: record.version, ...change }))
    } catch (refusal) {
      const error = conflictAtField(refusal)
      // A field of another step can be wrong because of this one: its limits cannot be in the new currency.
      const steps = error instanceof GatewayError ? error.fields.map(({ path }) => stepOfField(path)) : []
      const [first] = steps.filter((found) => found !== undefined)
      if (first !== undefined && !steps.includes(step)) goTo(first)
      throw error
    }
  }

  const state = useRecordForm<InstitutionValues, Institution>({
    initialValues: valuesOf(institution),
    submit: save,
    invalidates: [
      ['institutions', 'list'],
      ['institutions', 'readiness'],
      ['institutions', 'history'],
    ],
    onSaved: (saved) => {
      const isChanged = saved.version !== record.version
      setRecord(saved)
      onSaved(saved)
      state.form.setValues(valuesOf(saved))
      state.form.resetDirty()
      const next = STEPS[at + 1]
      if (afterSave.current === 'next' && next !== undefined) {
        // The next step says enough; a notification would lie over its buttons.
        goTo(next.key)
        return
      }
      if (isChanged) notifications.show({ message: `${saved.displayName} is saved.`, color: 'green' })
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
          {record.status === 'REJECTED' && (
            <Alert color="yellow" title="It was rejected">
              <Text size="sm">{record.statusReason}. With the first change it becomes a draft again.</Text>
            </Alert>
          )}
          {step === 'identity' && <IdentityStep form={form} isCurrencyFixed={!isNew(record.status)} />}
          {step === 'contacts' && <ContactsStep form={form} />}
          {step === 'services' && <ServicesStep form={form} />}
          {step === 'cards' && <CardsStep form={form} />}
          {isLast && <ReviewStep institution={record} unsaved={unsaved} onEdit={goTo} />}
        </RecordForm>
      </Section>
    </Stack>
  )
}
