// The form of a property, new or changed. Every change is a new version.

import { Alert, Autocomplete, SimpleGrid, Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { fixedIf } from '../../kit/inputs/fixed-if.ts'
import { Section } from '../../kit/page/section.tsx'
import { settings } from '../../settings.ts'
import { InstitutionInput } from './institution-input.tsx'
import { KNOWN_PROPERTIES, knownFor, knownProperty } from './known-properties.ts'
import { ENVIRONMENTS, type Environment, environmentOf, VALUE_TYPES, type ValueType } from './property-words.ts'
import { jsonFault, ValueInput } from './value-input.tsx'

type Property = onboarding.ApplicationProperty

interface PropertyValues extends Record<string, unknown> {
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

export const { NewPage, EditPage } = formPages<PropertyValues, Property>({
  list: ['Application properties', '/properties'],
  cacheKey: 'properties',
  newPage: { title: 'New property', submit: 'Create property' },
  editDescription: 'Every change is a new version, which the history keeps. It takes effect at once, on every node.',
  newValues: ({ environment, application = '', institutionId, key = '', value = '' }, user) => ({
    environment: environmentOf(environment) ?? environmentOf(settings.environment) ?? null,
    application,
    // Users of an institution cannot make one for all.
    institutionId: institutionId ?? user.institutionId ?? '',
    key,
    value,
    valueType: knownProperty(application, key)?.valueType ?? 'STRING',
    isSecret: false,
    description: knownProperty(application, key)?.description ?? '',
    isActive: true,
  }),
  valuesOf: (property) => ({
    environment: property.environment,
    application: property.application,
    institutionId: property.institutionId ?? '',
    key: property.key,
    value: property.isSecret ? '' : property.value,
    valueType: property.valueType,
    isSecret: property.isSecret,
    description: property.description,
    isActive: property.isActive,
  }),
  load: (id) => ask(admin.getApplicationProperty({ id })),
  create: ({ environment, application, institutionId, key, value, ...values }) =>
    ask(
      admin.createApplicationProperty({
        environment: environment ?? 'sandbox',
        application: application.trim(),
        institutionId: institutionId.trim() === '' ? null : institutionId.trim(),
        key: key.trim(),
        value,
        ...settingsOf(values),
      }),
    ),
  change: ({ id, version, isSecret: isKept }, { value, ...values }) =>
    ask(
      admin.updateApplicationProperty(
        { id },
        { version, ...(!(isKept && value === '') && { value }), ...settingsOf(values) },
      ),
    ),
  validate: (values, property) => faultsOf(values, property?.isSecret === true),
  nameOf: ({ key }) => key,
  savedText: ({ key, version }, isNew) =>
    isNew ? `Property ${key} is created.` : `Property ${key} is saved as version ${version}.`,
  Fields: PropertyFields,
  hasSections: true,
})

type Settings = Pick<PropertyValues, 'valueType' | 'isSecret' | 'description' | 'isActive'>

/** What create and change have in common. */
function settingsOf({ valueType, isSecret, description, isActive }: Settings) {
  return { valueType, isSecret, description: description.trim(), isActive }
}

const FIXED = 'Fixed once the property exists.'

type PropertyFieldsProps = FieldsProps<PropertyValues, Property>

function PropertyFields(props: PropertyFieldsProps) {
  return (
    <>
      <PlaceFields {...props} />
      <ValueFields {...props} />
    </>
  )
}

function PlaceFields({ form, record }: PropertyFieldsProps) {
  const field = fieldsOf(form)
  const isEdited = record !== undefined
  return (
    <Section title="Where it applies">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {field.choice(
          'environment',
          'Environment',
          ENVIRONMENTS,
          isEdited ? FIXED : 'Each environment has its own value.',
          fixedIf(isEdited),
        )}
        <Autocomplete
          label="Application"
          {...fixedIf(isEdited)}
          description={isEdited ? FIXED : 'Its name; * is for all applications.'}
          data={[...new Set(['*', ...KNOWN_PROPERTIES.map((property) => property.application)])]}
          {...form.getInputProps('application')}
        />
        <InstitutionInput
          {...(isEdited && fixedIf(true))}
          {...(isEdited && { description: FIXED })}
          {...form.getInputProps('institutionId')}
        />
      </SimpleGrid>
    </Section>
  )
}

/** What else changes with the key and the type. */
function dependentChanges({ form, record }: PropertyFieldsProps) {
  const { application, valueType, isSecret } = form.values
  /** A known key brings its type and meaning along, unless something was entered already. */
  function chooseKey(chosen: string) {
    const found = knownProperty(application, chosen)
    form.setFieldValue('key', chosen)
    if (found === undefined || record !== undefined) return
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

  return { chooseKey, changeType }
}

function ValueFields(props: PropertyFieldsProps) {
  const { form, record } = props
  const field = fieldsOf(form)
  const isEdited = record !== undefined
  const keepsSecret = record?.isSecret === true
  const { application, key, valueType, isSecret } = form.values
  const known = knownProperty(application, key)
  const { chooseKey, changeType } = dependentChanges(props)
  return (
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
          {field.choice('valueType', 'Type', VALUE_TYPES, 'What kind of value it takes.', {
            required: true,
            allowDeselect: false,
            onChange: (next) => changeType((next ?? 'STRING') as ValueType),
          })}
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
          entries={known?.entries}
          example={known?.example}
          value={form.values.value}
          onChange={(value) => form.setFieldValue('value', value)}
          error={form.errors.value as string | undefined}
        />
        {field.area('description', 'Description', 'What it is for, for those who find it later.', {
          autosize: true,
          minRows: 1,
          maxRows: 6,
        })}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field.flag(
            'isSecret',
            'Secret',
            keepsSecret
              ? 'A secret stays one for good.'
              : 'Encrypted and masked everywhere, for good: it can never be shown again.',
            { disabled: keepsSecret },
          )}
          {field.flag(
            'isActive',
            'Active',
            'An inactive property has no effect: the next one that applies counts instead.',
          )}
        </SimpleGrid>
      </Stack>
    </Section>
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
