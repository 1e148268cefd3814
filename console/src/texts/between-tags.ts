// Looks up what stands between two tags: its values may be elements.

import { createElement, Fragment, type ReactNode } from 'react'
import { $text } from './translate.ts'

export function $between(english: string, ...values: readonly ReactNode[]): ReactNode {
  const text = $text(english)
  if (values.length === 0) return text
  const parts = text.split(/\{(\d+)\}/).map((part, at) => (at % 2 === 0 ? part : values[Number(part)]))
  return createElement(Fragment, null, ...parts)
}
