// The fields of a property, new or changed.

import { Alert, Autocomplete, Select, SimpleGrid, Stack, Switch, Textarea } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { Section } from '../../kit/page/section.tsx'
import { InstitutionInput } from './institution-input.tsx'
import { KNOWN_PROPERTIES, knownFor, knownProperty } from './known-properties.ts'
import { ENVIRONMENTS, type Environment, VALUE_TYPES, type ValueType } from './property-words.ts'
import { jsonFault, ValueInput } from './value-input.tsx'

type Property = onboarding.ApplicationProperty

export interface PropertyValues extends Record<string, unknown> {
  environment: Environment | null
  application: string
  institutionId: string
  key: string
  value: string
  valueType: ValueType
  isSecret: boolean
  description: string
  isActive: boolean
}

export interface PropertyFormProps {
  readonly initialValues: PropertyValues
  /** A property that exists: its place and key are fixed. */
  readonly edited?: Property
  readonly submitLabel: string
  submit(values: PropertyValues): Promise<Property>
  onSaved(saved: Property): void
  onCancel(): void
  onReload?(): void
}

const FIXED = 'Fixed once the property exists.'

export function PropertyForm(props: PropertyFormProps) {
  const { initialValues, edited, submitLabel, submit, onSaved, onCancel, onReload } = props
  const isEdited = edited !== undefined
  const keepsSecret = edited?.isSecret === true
  const state = useRecordForm<PropertyValues, Property>({
    initialValues,
    validate: (values) => faultsOf(values, keepsSecret),
    submit,
    onSaved,
    invalidates: [['properties']],
  })
  const { form } = state
  const { application, key, valueType, isSecret } = form.values
  const known = knownProperty(application, key)

  /** A known key brings its type and meaning along, unless something was entered already. */
  function chooseKey(chosen: string) {
    const found = knownProperty(application, chosen)
    form.setFieldValue('key', chosen)
    if (found === undefined || isEdited) return
    changeType(found.valueType)
    if (form.values.description === '') form.setFieldValue('description', found.description)
    if (application === '') form.setFieldValue('application', found.application)
  }

  function changeType(next: ValueType) {
    form.setFieldValue('valueType', next)
    // What is typed into a hidden input stays what it is.
    if (isSecret) return
    // A switch shows "no" from the start, so that is what it must mean.
    if (next === 'BOOLEAN' && form.values.value !== 'true') form.setFieldValue('value', 'false')
    else if (valueType === 'BOOLEAN' && next !== 'BOOLEAN') form.setFieldValue('value', '')
  }

  return (
    <RecordForm state={state} submitLabel={submitLabel} onCancel={onCancel} onReload={onReload}>
      <Section title="Where it applies">
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Select
            label="Environment"
            {...fixedIf(isEdited)}
            description={isEdited ? FIXED : 'Each environment has its own value.'}
            data={[...ENVIRONMENTS]}
            {...form.getInputProps('environment')}
          />
          <Autocomplete
            label="Application"
            {...fixedIf(isEdited)}
            description={isEdited ? FIXED : 'Its name; * is for all applications.'}
            data={['*', ...new Set(KNOWN_PROPERTIES.map((property) => property.application))]}
            {...form.getInputProps('application')}
          />
          <InstitutionInput
            {...(isEdited && fixedIf(true))}
            {...(isEdited && { description: FIXED })}
            {...form.getInputProps('institutionId')}
          />
        </SimpleGrid>
      </Section>
      <Section title="The property">
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Autocomplete
              label="Key"
              {...fixedIf(isEdited)}
              description={isEdited ? FIXED : 'Lower-case letters, digits, dots and hyphens.'}
              placeholder="feature.enabled"
              data={knownFor(application).map((property) => property.key)}
              {...form.getInputProps('key')}
              onChange={chooseKey}
            />
            <Select
              label="Type"
              required
              description="What kind of value it takes."
              data={[...VALUE_TYPES]}
              allowDeselect={false}
              {...form.getInputProps('valueType')}
              onChange={(next) => changeType((next ?? 'STRING') as ValueType)}
            />
          </SimpleGrid>
          {known !== undefined && (
            <Alert variant="light" color="blue" title="The platform reads this property">
              {known.description}
            </Alert>
          )}
          <ValueInput
            valueType={valueType}
            isSecret={isSecret}
            keepsSecret={keepsSecret}
            choices={known?.choices}
            example={known?.example}
            value={form.values.value}
            onChange={(value) => form.setFieldValue('value', value)}
            error={form.errors.value as string | undefined}
          />
          <Textarea
            label="Description"
            description="What it is for, for whoever finds it later."
            autosize
            minRows={1}
            maxRows={6}
            {...form.getInputProps('description')}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Switch
              label="Secret"
              description={
                keepsSecret
                  ? 'A secret stays one for good.'
                  : 'Encrypted and masked everywhere, for good: it can never be shown again.'
              }
              disabled={keepsSecret}
              {...form.getInputProps('isSecret', { type: 'checkbox' })}
            />
            <Switch
              label="Active"
              description="An inactive property has no effect: the next one that applies counts instead."
              {...form.getInputProps('isActive', { type: 'checkbox' })}
            />
          </SimpleGrid>
        </Stack>
      </Section>
    </RecordForm>
  )
}

function faultsOf(values: PropertyValues, keepsSecret: boolean): Record<string, string> {
  const { environment, application, key, value, valueType, isSecret } = values
  const isKept = keepsSecret && value === ''
  const json = valueType === 'JSON' && !isKept ? jsonFault(value) : undefined
  return {
    ...(environment === null && { environment: 'Is required' }),
    ...(application.trim() === '' && { application: 'Is required' }),
    ...(key.trim() === '' && { key: 'Is required' }),
    ...(isSecret && !keepsSecret && value === '' && { value: 'Is required' }),
    ...(json !== undefined && { value: `Is not JSON: ${json}` }),
  }
}
