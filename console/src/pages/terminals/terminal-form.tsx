// The form of a terminal, new or changed.

import { Autocomplete, Checkbox, Radio, SimpleGrid, Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { fixedIf } from '../../kit/inputs/fixed-if.ts'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { CURRENCIES } from '../../kit/inputs/places-and-currencies.ts'
import { Section } from '../../kit/page/section.tsx'
import { THOUSANDS_SEPARATOR } from '../../kit/show/format.ts'
import { SERVICES, serviceName } from '../institutions/services.ts'
import {
  newTerminalValues,
  type TerminalValues,
  terminalBody,
  terminalFaults,
  terminalValues,
} from './terminal-form-values.ts'
import { KINDS } from './terminal-words.ts'
import { useInstitution, useSubTenants } from './use-institution.ts'

export const { NewPage, EditPage } = formPages<TerminalValues, onboarding.Terminal>({
  list: ['Terminals', '/terminals'],
  cacheKey: 'terminals',
  newPage: {
    title: 'New terminal',
    description: 'It is registered first. Activate it on its page when it may serve customers.',
    submit: 'Register terminal',
  },
  editDescription: 'A change takes effect as soon as it is saved.',
  newValues: ({ institutionId = null }) => newTerminalValues(institutionId),
  valuesOf: terminalValues,
  load: (id) => ask(admin.getTerminal({ id })),
  create: (values) => {
    const { institutionId, terminalId } = values
    const named = { institutionId: institutionId ?? '', terminalId: terminalId.trim() }
    return ask(admin.createTerminal({ ...named, ...terminalBody(values) }))
  },
  change: ({ id, version }, values) => ask(admin.updateTerminal({ id }, { version, ...terminalBody(values) })),
  validate: terminalFaults,
  fieldNames: { smallestNote: 'smallestNote.amount' },
  nameOf: ({ terminalId }) => terminalId,
  statusOf: ({ status }) => status,
  savedText: ({ terminalId }, isNew) =>
    isNew ? `Terminal ${terminalId} is registered.` : `Terminal ${terminalId} is saved.`,
  Fields: TerminalFields,
  hasSections: true,
})

type TerminalFieldsProps = FieldsProps<TerminalValues, onboarding.Terminal>

function TerminalFields(props: TerminalFieldsProps) {
  return (
    <>
      <PlaceFields {...props} />
      <ServiceFields {...props} />
      <CashFields {...props} />
    </>
  )
}

function PlaceFields({ form, record }: TerminalFieldsProps) {
  const field = fieldsOf(form)
  const isEdited = record !== undefined
  const { institutionId, subTenantId } = form.values
  const institution = useInstitution(institutionId)
  const subTenants = useSubTenants(institutionId)
  return (
    <Section title="Where it is">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <InstitutionSelect
          {...fixedIf(isEdited)}
          description={isEdited ? 'Fixed once the terminal exists.' : 'Cannot be changed later.'}
          {...form.getInputProps('institutionId')}
        />
        {field.text(
          'terminalId',
          'Terminal id',
          isEdited
            ? 'Fixed once the terminal exists.'
            : 'As the terminal sends it; unique in the institution. Cannot be changed later.',
          { ...fixedIf(isEdited), placeholder: 'ATM00042' },
        )}
        {field.choice('kind', 'Kind', KINDS, 'Rules and limits can differ by kind.', { required: true })}
        {field.text('acceptorId', 'Acceptor id', 'The card acceptor that it belongs to. It is kept, not checked.', {
          required: true,
          placeholder: 'ACC000000000042',
        })}
        {field.text('location', 'Location', 'Where it stands.', {
          required: true,
          placeholder: 'Main Street, lobby',
        })}
        <Autocomplete
          label="Branch"
          required
          description="The id of the branch that looks after it."
          data={(institution?.branches ?? []).map(({ id }) => id)}
          renderOption={({ option }) =>
            `${option.value} · ${institution?.branches.find(({ id }) => id === option.value)?.name ?? ''}`
          }
          {...form.getInputProps('branchId')}
        />
        {(subTenants.length > 0 || subTenantId !== null) &&
          field.choice(
            'subTenantId',
            'Sub-tenant',
            subTenants.some(({ value }) => value === subTenantId) || subTenantId === null
              ? subTenants
              : [{ value: subTenantId, label: subTenantId }, ...subTenants],
            'Its users see this terminal and its transactions.',
            { placeholder: 'None', clearable: true, searchable: true },
          )}
      </SimpleGrid>
    </Section>
  )
}

function ServiceFields({ form, record }: TerminalFieldsProps) {
  return (
    <Section title="What it may be used for">
      <Stack>
        <Radio.Group label="Services" {...form.getInputProps('servicesFrom')}>
          <Stack gap="xs" mt="xs">
            {record !== undefined && (
              <Radio
                value="kept"
                label="Leave as they are"
                description={`Now: ${form.values.services.map(serviceName).join(', ') || 'none'}`}
              />
            )}
            <Radio value="institution" label="Whatever the institution offers" description="Follows its services." />
            <Radio value="own" label="Only some services" />
          </Stack>
        </Radio.Group>
        {form.values.servicesFrom === 'own' && (
          <Checkbox.Group label="Services of this terminal" pl="lg" {...form.getInputProps('services')}>
            <SimpleGrid cols={{ base: 2, md: 4 }} mt="xs" mb="xs" spacing="sm">
              {SERVICES.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        )}
      </Stack>
    </Section>
  )
}

/** Whole amounts and counts; none is set when empty. */
const FIGURE = { min: 0, hideControls: true, thousandSeparator: THOUSANDS_SEPARATOR }

function CashFields({ form }: TerminalFieldsProps) {
  const field = fieldsOf(form)
  const { institutionId, currencies } = form.values
  const currency = useInstitution(institutionId)?.baseCurrency
  const inCurrency = currency === undefined ? 'In the institution’s base currency.' : `In ${currency}.`
  const limit = { ...FIGURE, placeholder: 'No limit' }
  const someCurrency = { searchable: true, clearable: true, limit: 50 }
  return (
    <Section
      title="Cash and limits"
      description="All optional. The institution’s limits and the rules hold too: the lowest counts."
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
          {field.choices('currencies', 'Currencies of its cash', CURRENCIES, 'Cash in others is declined with 181.', {
            ...someCurrency,
            placeholder: currencies.length === 0 ? 'Any' : '',
          })}
          {field.number('smallestNote.amount', 'Smallest note', 'Pays out multiples of it only (180).', {
            ...FIGURE,
            placeholder: 'None',
          })}
          {field.choice(
            'smallestNote.currencyCode',
            'Currency of the note',
            CURRENCIES,
            'Other currencies have no smallest note.',
            { ...someCurrency, placeholder: 'None' },
          )}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
          {field.number('limits.perTransaction', 'Most per withdrawal', inCurrency, limit)}
          {field.number('limits.perDay', 'Most per business day', inCurrency, limit)}
          {field.number('limits.countPerDay', 'Withdrawals per business day', 'How many.', {
            ...limit,
            allowDecimal: false,
          })}
        </SimpleGrid>
      </Stack>
    </Section>
  )
}
