// A parameter of the page's path: `$id` of `/users/$id`.

import { useParams } from '@tanstack/react-router'

export function usePathParameter(name: string): string {
  const value = (useParams({ strict: false }) as Record<string, string | undefined>)[name]
  if (value === undefined) throw new Error(`the path has no parameter ${name}`)
  return value
}
