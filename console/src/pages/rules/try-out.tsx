// Tries rules out: an input as a form, and what the tables make of it. Nothing is posted.

import { Alert, Autocomplete, Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { useState } from 'react'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { Section } from '../../kit/page/section.tsx'
import type { DecisionNode } from './decision-graph.ts'
import { outcomeOf } from './outcome-words.ts'
import type { RuleName } from './rule-words.ts'
import { EXAMPLES } from './try-out-examples.ts'
import { fieldsOf, type InputField, inputOf, type Typed } from './try-out-fields.ts'

export interface TryOutProps {
  readonly name: RuleName
  readonly nodes: readonly DecisionNode[]
  /** Held by the page, which marks the rows that matched. */
  readonly tryOut: UseMutationResult<onboarding.RuleEvaluation, Error, Record<string, unknown>>
}

export function TryOut({ name, nodes, tryOut }: TryOutProps) {
  const examples = EXAMPLES[name]
  const [typed, setTyped] = useState<Typed>(examples[0].typed)
  const fields = fieldsOf(name, nodes)
  const change = (next: Typed) => {
    setTyped(next)
    // What was answered before does not belong to what is typed now.
    tryOut.reset()
  }
  const run = (asked: Typed) => tryOut.mutate(inputOf(fields, asked))
  return (
    <Section title="Try it out" description="Nothing is posted: the table only says what it would answer.">
      <Stack>
        <Group gap="xs" role="group" aria-label="Examples">
          <Text size="sm" c="dimmed">
            Examples:
          </Text>
          {examples.map((example) => (
            <Button
              key={example.title}
              size="compact-sm"
              variant="default"
              onClick={() => {
                change(example.typed)
                run(example.typed)
              }}
            >
              {example.title}
            </Button>
          ))}
        </Group>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            run(typed)
          }}
        >
          <Stack>
            <SimpleGrid cols={{ base: 2, sm: 3, md: 4 }} spacing="sm">
              {fields.map((field) => (
                <FieldInput
                  key={field.path}
                  field={field}
                  value={typed[field.path] ?? ''}
                  onChange={(value) => change({ ...typed, [field.path]: value })}
                />
              ))}
            </SimpleGrid>
            <Group justify="flex-end">
              <Button type="submit" loading={tryOut.isPending}>
                Evaluate
              </Button>
            </Group>
          </Stack>
        </form>
        {tryOut.isError && <ErrorNotice error={tryOut.error} />}
        {tryOut.data !== undefined && (
          <Result name={name} nodes={nodes} evaluation={tryOut.data} currency={typed.currencyCode ?? ''} />
        )}
      </Stack>
    </Section>
  )
}

interface FieldInputProps {
  readonly field: InputField
  readonly value: string
  onChange(value: string): void
}

function FieldInput({ field, value, onChange }: FieldInputProps) {
  const { label, kind, choices, hint } = field
  const input = {
    label,
    // Below the input, so that those of a row stand at the same height.
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    ...(hint !== undefined && { description: hint }),
  }
  if (kind === 'yes-no') {
    return (
      <Select
        {...input}
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        placeholder="Not known"
        clearable
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  }
  if (choices !== undefined) {
    return (
      <Autocomplete
        {...input}
        data={[...choices]}
        // The present value is no search: the others stay to be chosen.
        {...(choices.includes(value) && { filter: ({ options }) => options })}
        value={value}
        onChange={onChange}
      />
    )
  }
  return (
    <TextInput
      {...input}
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface ResultProps {
  readonly name: RuleName
  readonly nodes: readonly DecisionNode[]
  readonly evaluation: onboarding.RuleEvaluation
  readonly currency: string
}

function Result({ name, nodes, evaluation, currency }: ResultProps) {
  const { color, title, sentences } = outcomeOf(name, evaluation.output, currency)
  return (
    <Alert color={color} title={title} role="status">
      <Stack gap={4}>
        {sentences.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {evaluation.matched.map(({ node, row }) => (
          <Text key={`${node} ${row}`} size="sm">
            {rowWords(nodes, node, row)}
          </Text>
        ))}
      </Stack>
    </Alert>
  )
}

/** `Row 2 of Limits matches: Other debits at a point of sale`. */
function rowWords(nodes: readonly DecisionNode[], name: string, row: number): string {
  const table = nodes.find((node) => node.kind === 'table' && node.name === name)
  const note = table?.kind === 'table' ? table.rows[row - 1]?.description : undefined
  return `Row ${row} of ${name} matches${note === undefined || note === '' ? '' : `: ${note}`}.`
}
