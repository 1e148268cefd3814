// A form whose answer comes from the gateway: errors stand at their fields, a conflict is explained, and after an
// error the form stays as it is, so that nothing typed is lost.

import { Button, Group, Stack } from '@mantine/core'
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { GatewayError } from '../../api/gateway-error.ts'
import { SentForApproval } from '../../api/sent-for-approval.ts'
import { serverMessage } from '../../texts/server-messages.ts'
import { ErrorNotice } from '../page/error-notice.tsx'
import { useDialogInput } from './dialog-input.ts'
import { LeaveGuard } from './leave-guard.tsx'

export interface RecordFormOptions<Values extends Record<string, unknown>, Saved> {
  readonly initialValues: Values
  /** Only what saves a round trip; the gateway checks everything. */
  validate?(values: Values): FormErrors
  submit(values: Values): Promise<Saved>
  /** Reads again after saving. */
  readonly invalidates?: readonly (readonly unknown[])[]
  onSaved?(saved: Saved): void
  /** Names of the request that the form calls differently: `{ 'limits.perDay': 'perDay' }`. */
  readonly fieldNames?: Readonly<Record<string, string>>
  /** The field that a refusal without field errors is about: the one that is taken already. */
  fieldOf?(error: GatewayError): string | undefined
  /** Whether the answer ends the form. A form in two steps is not saved by the first. */
  isSaved?(saved: Saved): boolean
  /** It only shows something: leaving it loses nothing, and is not asked about. */
  readonly isInquiry?: boolean
}

export interface RecordFormState<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>
  readonly error: unknown
  readonly isSaving: boolean
  /** Something is typed that leaving the form would lose. */
  isUnsaved(): boolean
  submit(): void
  /** Forgets the last error. */
  clearError(): void
}

export function useRecordForm<Values extends Record<string, unknown>, Saved>(
  options: RecordFormOptions<Values, Saved>,
): RecordFormState<Values> {
  const { initialValues, validate, submit, invalidates = [], onSaved, fieldNames = {}, fieldOf } = options
  const { isSaved = () => true, isInquiry = false } = options
  const cache = useQueryClient()
  const form = useForm<Values>({ initialValues, ...(validate !== undefined && { validate }) })
  const saving = useMutation({
    mutationFn: submit,
    onSuccess: async (saved) => {
      if (isSaved(saved)) form.resetDirty()
      await Promise.all(invalidates.map((queryKey) => cache.invalidateQueries({ queryKey })))
      onSaved?.(saved)
    },
    onError: (error) => {
      if (error instanceof SentForApproval) {
        // What was typed is kept by the gateway.
        form.resetDirty()
        void cache.invalidateQueries({ queryKey: ['change-requests'] })
      }
      if (!(error instanceof GatewayError)) return
      const field = fieldOf?.(error)
      form.setErrors({
        ...fieldErrors(error, fieldNames),
        ...(field !== undefined && { [field]: serverMessage(error.message) }),
      })
      focusFirstError()
    },
  })
  const send = useCallback(
    () =>
      form.onSubmit(
        (values) => saving.mutate(values),
        () => focusFirstError(),
      )(),
    [form, saving],
  )
  const { isDirty } = form
  const isUnsaved = useCallback(() => !isInquiry && isDirty(), [isInquiry, isDirty])
  return { form, error: saving.error, isSaving: saving.isPending, isUnsaved, submit: send, clearError: saving.reset }
}

/** An error of a list's member stands at the list too: one input takes all of it. */
function fieldErrors({ fields }: GatewayError, fieldNames: Readonly<Record<string, string>>): FormErrors {
  return Object.fromEntries(
    fields.flatMap(({ path, message }) => {
      const list = /^(.+)\.\d+$/.exec(path)?.[1]
      return [
        ...(list === undefined ? [] : [[fieldNames[list] ?? list, serverMessage(message)]]),
        [fieldNames[path] ?? path, serverMessage(message)],
      ]
    }),
  )
}

const INVALID = '[aria-invalid="true"], [data-error="true"] input'

/** After the errors are drawn. */
function focusFirstError(): void {
  window.setTimeout(() => document.querySelector<HTMLElement>(INVALID)?.focus())
}

export interface RecordFormProps<Values extends Record<string, unknown>> {
  readonly state: RecordFormState<Values>
  readonly submitLabel: string
  onCancel?: (() => void) | undefined
  /** Shown when another user saved the record first. */
  readonly conflict?: ReactNode
  readonly children: ReactNode
  readonly submitColor?: string
  /** Further buttons, left of the others. */
  readonly moreButtons?: ReactNode
  /** False while something that the request needs is still being read. */
  readonly isReady?: boolean
}

export function RecordForm<Values extends Record<string, unknown>>(props: RecordFormProps<Values>) {
  const { state, submitLabel, onCancel, conflict, children, submitColor, moreButtons, isReady = true } = props
  const { error } = state
  const box = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  useDialogInput(state.isUnsaved)
  // The button that sent the form was disabled meanwhile and lost the focus, and the answer may stand far above it.
  useEffect(() => {
    if (error === null) return
    const timer = window.setTimeout(() => {
      const field = box.current?.querySelector<HTMLElement>(INVALID)
      if (field) {
        field.focus()
        return
      }
      notice.current?.scrollIntoView({ block: 'nearest' })
      notice.current?.focus({ preventScroll: true })
    })
    return () => window.clearTimeout(timer)
  }, [error])
  // Sent once is enough, until something else is typed.
  const isSent = error instanceof SentForApproval && !state.isUnsaved()
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isReady) state.submit()
      }}
    >
      <Stack gap="md">
        {error !== null && (
          <div ref={notice} tabIndex={-1} className="form-answer">
            <FormError state={state} conflict={conflict} />
          </div>
        )}
        {children}
        <Group justify="flex-end">
          {moreButtons}
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              {isSent ? 'Close' : 'Cancel'}
            </Button>
          )}
          {!isSent && (
            <Button
              type="submit"
              loading={state.isSaving}
              disabled={!isReady}
              {...(submitColor !== undefined && { color: submitColor })}
            >
              {submitLabel}
            </Button>
          )}
        </Group>
      </Stack>
      <LeaveGuard isUnsaved={state.isUnsaved} />
    </form>
  )
}

function FormError<Values extends Record<string, unknown>>({
  state,
  conflict,
}: {
  state: RecordFormState<Values>
  conflict: ReactNode
}) {
  const { error } = state
  if (error instanceof GatewayError && error.isStale && conflict !== undefined) return conflict
  const isPassing = error instanceof GatewayError && error.isPassing
  const isAtFields = Object.keys(state.form.errors).length > 0
  return (
    <ErrorNotice
      error={error}
      message={error instanceof GatewayError && isAtFields ? besideFields(error, state.form.values) : undefined}
      onRetry={isPassing ? () => state.submit() : undefined}
      title={isAtFields ? 'Please check what you entered' : undefined}
    />
  )
}

/** The fields say what is wrong with them, in better words than the names of the request. Undefined: say all of it. */
function besideFields({ fields }: GatewayError, values: object): string | undefined {
  const isInForm = fields.every(({ path }) => (path.split('.')[0] ?? '') in values)
  if (fields.length === 0 || !isInForm) return undefined
  return fields.length === 1 ? 'The marked field says what is wrong.' : 'The marked fields say what is wrong.'
}
