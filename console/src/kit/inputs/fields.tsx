// The fields of a form as a table: a row has kind, name, label, hint, and what is special to the field.
//
//   const field = fieldsOf(form)
//   {field.text('name', 'Name', 'As customers know it.', { required: true, maxLength: 120 })}
//
// Names are checked against the values of the form. An input that is not here binds itself with `form.getInputProps`.

import {
  Checkbox,
  type CheckboxProps,
  MultiSelect,
  type MultiSelectProps,
  NumberInput,
  type NumberInputProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
  TagsInput,
  type TagsInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { GetInputPropsOptions } from '@mantine/form'
import type { ComponentType, ReactNode } from 'react'
import { DateField } from './date-field.tsx'
import { MoneyInput } from './money-input.tsx'
import { RateInput } from './rate-input.tsx'

/** `limits.perDay` and `bands.3.termMin`. Values of a form may have an index signature beside the fields that they name. */
export type FieldName<Values> = [keyof Known<Values>] extends [never]
  ? string
  : {
      [Key in keyof Known<Values>]: Key extends string ? Key | Below<Key, NonNullable<Known<Values>[Key]>> : never
    }[keyof Known<Values>]

type Known<Values> = {
  [Key in keyof Values as string extends Key ? never : number extends Key ? never : Key]: Values[Key]
}

type Below<Key extends string, Value> = Value extends readonly (infer Item)[]
  ? `${Key}.${number}` | `${Key}.${number}.${FieldName<Item>}`
  : Value extends object
    ? `${Key}.${FieldName<Value>}`
    : never

type Special<Props> = Partial<Props> & { readonly 'data-autofocus'?: boolean }

/** The hint stands below the label. */
type Row<Name, Props> = (
  name: Name,
  label: string,
  hint?: string | Special<Props> | undefined,
  special?: Special<Props>,
) => ReactNode

type ChoiceRow<Name, Props extends { data?: unknown }> = (
  name: Name,
  label: string,
  data: Readonly<NonNullable<Props['data']>>,
  hint?: string | Special<Props> | undefined,
  special?: Special<Props>,
) => ReactNode

type Money = NumberInputProps & { readonly currency: string }

export interface FieldRows<Name> {
  readonly text: Row<Name, TextInputProps>
  readonly area: Row<Name, TextareaProps>
  readonly number: Row<Name, NumberInputProps>
  /** Percent. */
  readonly rate: Row<Name, NumberInputProps>
  readonly date: Row<Name, TextInputProps>
  readonly tags: Row<Name, TagsInputProps>
  readonly flag: Row<Name, SwitchProps>
  readonly tick: Row<Name, CheckboxProps>
  readonly money: (
    name: Name,
    label: string,
    currency: string,
    hint?: string | Special<Money> | undefined,
    special?: Special<Money>,
  ) => ReactNode
  readonly choice: ChoiceRow<Name, SelectProps>
  readonly choices: ChoiceRow<Name, MultiSelectProps>
}

/** What fields need of a form; a part of a form names the values that it has. */
interface FormOf<Values> {
  readonly values: Values
  getInputProps(name: string, options?: GetInputPropsOptions): object
}

export function fieldsOf<Values>(form: FormOf<Values>): FieldRows<FieldName<Values>> {
  function row<Props>(Input: ComponentType<Props>, more: object, type: 'input' | 'checkbox' = 'input') {
    return (name: string, label: string, hint?: string | Special<Props>, special?: Special<Props>) => {
      const props = {
        label,
        ...(typeof hint === 'string' && { description: hint }),
        ...more,
        ...form.getInputProps(name, { type }),
        ...(typeof hint === 'object' && hint),
        ...special,
      }
      return <Input {...(props as object as Props & object)} />
    }
  }
  return {
    text: row(TextInput, {}),
    area: row(Textarea, {}),
    number: row<NumberInputProps>(NumberInput, {}),
    rate: row(RateInput, {}),
    date: row(DateField, {}),
    tags: row(TagsInput, {}),
    flag: row(Switch, {}, 'checkbox'),
    tick: row(Checkbox, {}, 'checkbox'),
    money: (name, label, currency, ...rest) => row<Money>(MoneyInput, { currency })(name, label, ...rest),
    choice: (name, label, data, ...rest) => row<SelectProps>(Select, { data: [...data] })(name, label, ...rest),
    choices: (name, label, data, ...rest) =>
      row<MultiSelectProps>(MultiSelect, { data: [...data] })(name, label, ...rest),
  }
}
