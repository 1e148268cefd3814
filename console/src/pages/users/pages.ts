import type { ConsolePage } from '../console-page.ts'

export const userPages: readonly ConsolePage[] = []
