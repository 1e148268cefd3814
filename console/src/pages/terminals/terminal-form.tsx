// The form of a terminal, new or changed.

import {
  Autocomplete,
  Checkbox,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { InstitutionSelect } from '../../kit/form/institution-select.tsx'
import { CURRENCIES } from '../../kit/form/places-and-currencies.ts'
import { type FieldsProps, formPages } from '../../kit/form/resource-form.tsx'
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

function TerminalFields({ form, record }: FieldsProps<TerminalValues, onboarding.Terminal>) {
  const isEdited = record !== undefined
  const { institutionId, servicesFrom } = form.values
  const institution = useInstitution(institutionId)
  const subTenants = useSubTenants(institutionId)
  const currency = institution?.baseCurrency
  return (
    <>
      <Section title="Where it is">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <InstitutionSelect
            {...fixedIf(isEdited)}
            description={isEdited ? 'Fixed once the terminal exists.' : 'Cannot be changed later.'}
            {...form.getInputProps('institutionId')}
          />
          <TextInput
            label="Terminal id"
            {...fixedIf(isEdited)}
            description={
              isEdited
                ? 'Fixed once the terminal exists.'
                : 'As the terminal sends it; unique in the institution. Cannot be changed later.'
            }
            placeholder="ATM00042"
            {...form.getInputProps('terminalId')}
          />
          <Select
            label="Kind"
            required
            description="Rules and limits can differ by kind."
            data={[...KINDS]}
            {...form.getInputProps('kind')}
          />
          <TextInput
            label="Acceptor id"
            required
            description="The card acceptor that it belongs to. It is kept, not checked."
            placeholder="ACC000000000042"
            {...form.getInputProps('acceptorId')}
          />
          <TextInput
            label="Location"
            required
            description="Where it stands."
            placeholder="Main Street, lobby"
            {...form.getInputProps('location')}
          />
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
          {(subTenants.length > 0 || form.values.subTenantId !== null) && (
            <Select
              label="Sub-tenant"
              description="Its users see this terminal and its transactions."
              placeholder="None"
              clearable
              searchable
              data={
                subTenants.some(({ value }) => value === form.values.subTenantId) || form.values.subTenantId === null
                  ? subTenants
                  : [{ value: form.values.subTenantId, label: form.values.subTenantId }, ...subTenants]
              }
              {...form.getInputProps('subTenantId')}
            />
          )}
        </SimpleGrid>
      </Section>

      <Section title="What it may be used for">
        <Stack>
          <Radio.Group label="Services" {...form.getInputProps('servicesFrom')}>
            <Stack gap="xs" mt="xs">
              {isEdited && (
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
          {servicesFrom === 'own' && (
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

      <Section
        title="Cash and limits"
        description="All optional. The institution’s limits and the rules hold too: the lowest counts."
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
            <MultiSelect
              label="Currencies of its cash"
              description="Cash in others is declined with 181."
              placeholder={form.values.currencies.length === 0 ? 'Any' : ''}
              searchable
              clearable
              limit={50}
              data={[...CURRENCIES]}
              {...form.getInputProps('currencies')}
            />
            <NumberInput
              label="Smallest note"
              description="Pays out multiples of it only (180)."
              placeholder="None"
              min={0}
              hideControls
              thousandSeparator={THOUSANDS_SEPARATOR}
              {...form.getInputProps('smallestNote.amount')}
            />
            <Select
              label="Currency of the note"
              description="Other currencies have no smallest note."
              placeholder="None"
              searchable
              clearable
              limit={50}
              data={[...CURRENCIES]}
              {...form.getInputProps('smallestNote.currencyCode')}
            />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
            <NumberInput
              label="Most per withdrawal"
              description={currency === undefined ? 'In the institution’s base currency.' : `In ${currency}.`}
              placeholder="No limit"
              min={0}
              hideControls
              thousandSeparator={THOUSANDS_SEPARATOR}
              {...form.getInputProps('limits.perTransaction')}
            />
            <NumberInput
              label="Most per business day"
              description={currency === undefined ? 'In the institution’s base currency.' : `In ${currency}.`}
              placeholder="No limit"
              min={0}
              hideControls
              thousandSeparator={THOUSANDS_SEPARATOR}
              {...form.getInputProps('limits.perDay')}
            />
            <NumberInput
              label="Withdrawals per business day"
              description="How many."
              placeholder="No limit"
              min={0}
              hideControls
              allowDecimal={false}
              thousandSeparator={THOUSANDS_SEPARATOR}
              {...form.getInputProps('limits.countPerDay')}
            />
          </SimpleGrid>
        </Stack>
      </Section>
    </>
  )
}
