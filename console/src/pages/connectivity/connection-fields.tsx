// The fields of a connection. Which are shown depends on the kind of core.

import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import type { FieldsProps } from '../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { fixedIf } from '../../kit/inputs/fixed-if.ts'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { THOUSANDS_SEPARATOR } from '../../kit/show/format.ts'
import { settings } from '../../settings.ts'
import {
  CHOSEN_CORE_TYPES,
  CORE_TYPE_HINTS,
  type Connection,
  ENVIRONMENTS,
  isIso8583Core,
  isRestCore,
} from './connection.ts'
import type { ConnectionValues } from './connection-values.ts'
import { Iso8583Fields } from './iso8583-fields.tsx'
import { SecretField } from './secret-field.tsx'

export function ConnectionFields({ form, record: connection }: FieldsProps<ConnectionValues, Connection>) {
  const field = fieldsOf(form)
  const { coreType, environment } = form.values
  const isInUse = connection?.status === 'ACTIVE'
  const isRemote = coreType !== 'BUILTIN'
  return (
    <Stack gap="lg">
      {isInUse && (
        <Alert color="blue" icon={<IconLock />} title="It is in use">
          <Text size="sm">
            The kind of core, its address and its credentials cannot be changed while orders go through this connection:
            an untested address would stop them all. Set up another connection, test it and activate it; it takes over
            at once. The other fields take effect when they are saved.
          </Text>
        </Alert>
      )}
      {connection !== undefined && !isInUse && connection.status !== 'DRAFT' && (
        <Alert color="yellow" title="Another address needs another test">
          <Text size="sm">A change of the kind of core, the address or the credentials makes it a draft again.</Text>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <InstitutionSelect {...fixedIf(connection !== undefined)} {...form.getInputProps('institutionId')} />
        {field.choice(
          'environment',
          'Environment',
          ENVIRONMENTS,
          connection === undefined && environment !== settings.environment
            ? `This gateway runs in ${settings.environment}: it can be tested and used only in ${environment}.`
            : undefined,
          { allowDeselect: false, ...fixedIf(connection !== undefined) },
        )}
        {field.text('name', 'Name', { placeholder: 'Core of the bank', required: true, maxLength: 120 })}
        {field.choice('coreType', 'Core', CHOSEN_CORE_TYPES, CORE_TYPE_HINTS[coreType], {
          required: true,
          allowDeselect: false,
          disabled: isInUse,
        })}
        {isRestCore(coreType) &&
          field.text(
            'baseUrl',
            'Address',
            'The URL below which the core answers. Outside the sandbox it has to be https.',
            { placeholder: 'https://core.bank.example/tillgate', required: true, disabled: isInUse },
          )}
        {isIso8583Core(coreType) && (
          <>
            {field.text('host', 'Host', { placeholder: 'core.bank.example', required: true, disabled: isInUse })}
            {field.number('port', 'Port', {
              required: true,
              min: 1,
              max: 65_535,
              allowDecimal: false,
              hideControls: true,
              disabled: isInUse,
            })}
          </>
        )}
      </SimpleGrid>
      {isIso8583Core(coreType) && <Iso8583Fields form={form} connection={connection} isFixed={isInUse} />}
      {isRestCore(coreType) && (
        <Stack gap="sm">
          <div>
            <Title order={3}>Credentials</Title>
            <Text size="sm" c="dimmed">
              They are stored encrypted and can never be read again.
            </Text>
          </div>
          <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
            <SecretField form={form} name="userName" label="User" isSet={connection?.userNameSet} isFixed={isInUse} />
            <SecretField
              form={form}
              name="password"
              label="Password of the user"
              isSet={connection?.passwordSet}
              isFixed={isInUse}
            />
            <SecretField
              form={form}
              name="adminPassword"
              label="Password of the core's administrator"
              isSet={connection?.adminPasswordSet}
              isFixed={isInUse}
            />
          </SimpleGrid>
        </Stack>
      )}
      {isRemote && <Tuning form={form} />}
    </Stack>
  )
}

function Tuning({ form }: { form: UseFormReturnType<ConnectionValues> }) {
  const field = fieldsOf(form)
  const whole = { allowDecimal: false, thousandSeparator: THOUSANDS_SEPARATOR }
  return (
    <Stack gap="sm">
      <Title order={3}>Time limit and circuit breaker</Title>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }} spacing="md">
        {field.number('timeoutMs', 'Time limit', 'The longest that a call may take.', {
          suffix: ' ms',
          step: 1000,
          ...whole,
        })}
        {field.number('maxConnections', 'Connections at once', 'Of each node of the gateway.', { ...whole })}
        {field.number('circuitBreaker.failureRate', 'Breaker opens at', 'The share of calls that fail.', {
          suffix: ' %',
          ...whole,
        })}
        {field.number('circuitBreaker.openMs', 'Breaker stays open', 'Calls are refused for so long.', {
          suffix: ' ms',
          step: 1000,
          ...whole,
        })}
      </SimpleGrid>
    </Stack>
  )
}
