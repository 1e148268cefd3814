import type { ConsolePage } from '../console-page.ts'

export const digitalPages: readonly ConsolePage[] = []
